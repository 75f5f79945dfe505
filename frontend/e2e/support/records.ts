import type { Account } from './account';

/** What a question has, as a test asks for it and reads it. */
export interface Thread {
  id: number;
  title: string;
  description: string;
  status: string;
  createdAt: string;
}

/** What a problem has. */
export interface Problem extends Thread {
  images: string[];
}

/** What an update has. */
export interface Update {
  id: number;
  title: string;
  content: string;
  status: string;
  createdAt: string;
}

/** An answer to a question or a problem. */
export interface ThreadResponse {
  id: number;
  response: string;
  createdAt: string;
}

/** The questions, problems and updates of the worker's database, over HTTP. */
export class Desk {
  constructor(private readonly account: Account) {}

  addQuestion(question: Partial<Thread> = {}): Promise<Thread> {
    return this.account.call('POST', '/api/customer-questions', {
      title: 'Does it fit?',
      description: 'A Golf VII.',
      ...question,
    });
  }

  addProblem(problem: Partial<Problem> = {}): Promise<Problem> {
    return this.account.call('POST', '/api/problems', { title: 'It squeaks', description: 'When cold.', ...problem });
  }

  changeProblem(id: number, problem: Partial<Problem>): Promise<Problem> {
    return this.account.call('PATCH', `/api/problems/${id}`, problem);
  }

  addUpdate(update: Partial<Update> = {}): Promise<Update> {
    return this.account.call('POST', '/api/updates', {
      title: 'Opening hours',
      content: 'Closed on Monday.',
      ...update,
    });
  }

  /** Answers the thread at this path of the API. */
  respond(path: string, response: string, kind?: string): Promise<ThreadResponse> {
    return this.account.call('POST', `${path}/responses`, { response, kind });
  }

  /** The number of the tag with this name; tags outlive a test. */
  async tag(name: string, color: string): Promise<number> {
    const tags = await this.read<{ id: number; name: string }[]>('/api/tags');
    const there = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
    return (there ?? (await this.account.call<{ id: number }>('POST', '/api/tags', { name, color }))).id;
  }

  /** Gives the thread at this path of the API a tag. */
  addTag(path: string, tagId: number): Promise<unknown> {
    return this.account.call('PUT', `${path}/tags/${tagId}`);
  }

  /** Makes the person take care of the thread at this path of the API. */
  async take(path: string): Promise<void> {
    const { id } = await this.read<{ id: number }>('/api/user');
    await this.account.call('PATCH', path, { assigneeId: id });
  }

  /** Deletes the record at this path of the API. */
  remove(path: string): Promise<void> {
    return this.account.call('DELETE', path);
  }

  /** Reads whatever the API answers at this path. */
  read<Answer>(path: string): Promise<Answer> {
    return this.account.call('GET', path);
  }
}
