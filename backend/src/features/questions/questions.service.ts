import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Writer } from '../../records/request-context';
import { Writes } from '../../records/record-writer';
import { readListed, type ReadRows, type Wanted } from '../../lists/read-rows';
import { findAllBy } from '../../database/prepared-statement';
import type { Listed } from '../../database/times';
import type { ThreadStatus } from '../../threads/thread.entity';
import { addResponse, readThread } from '../../threads/thread.functions';
import type { CreateQuestionDto } from './question.dto';
import { Question, QuestionResponse } from './question.entity';

const notFound = 'Question not found';

/** Customer questions and the responses to them. */
@Injectable()
export class QuestionsService {
  constructor(
    @InjectRepository(Question) private readonly questions: Repository<Question>,
    @InjectRepository(QuestionResponse) private readonly responses: Repository<QuestionResponse>,
    private readonly writes: Writes,
  ) {}

  list(wanted: Wanted): ReadRows<Listed<Question>> {
    return readListed(this.questions, wanted);
  }

  read(id: number): Promise<Question> {
    return readThread(this.questions, id, notFound);
  }

  create(fields: CreateQuestionDto, by: Writer): Promise<Question> {
    return this.writes.create(Question, { ...fields, createdById: by.userId }, by);
  }

  changeStatus(id: number, status: ThreadStatus, by: Writer): Promise<Question> {
    return this.writes.changeStatus(Question, { id, notFound, status }, by);
  }

  /** The responses to a question, oldest first; 404 without the question. */
  async listResponses(questionId: number): Promise<QuestionResponse[]> {
    const responses = await findAllBy(this.responses, 'questionId', questionId);
    if (responses.length === 0) await this.read(questionId);
    return responses;
  }

  addResponse(questionId: number, response: string, by: Writer): Promise<QuestionResponse> {
    return addResponse(this.writes, QuestionResponse, {
      by,
      row: { questionId, response, createdById: by.userId },
      parent: 'question_responses_question_id_fkey',
      notFound,
    });
  }
}
