import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Accounts } from '../../changes/accounts';
import { orNotFound } from '../../api/operation';
import type { RequestContext } from '../../records/request-context';
import { RecordWriter } from '../../records/record-writer';
import { readParts, readRows, type ListFilter } from '../../lists/read-rows';
import type { ReadRows } from '../../lists/page';
import { withIncluded, type IncludeQuery } from '../../lists/included';
import { findById } from '../../database/prepared-statement';
import { mapViolation } from '../../http/database-error';
import { EXPORT_BATCH, exportThreads } from '../../threads/thread-export';
import { unknownAssignee, type CreateResponseDto } from '../../threads/thread.dto';
import type { ThreadStatus } from '../../threads/thread.entity';
import { TagsService } from '../tags/tags.service';
import type { ChangeQuestionDto, CreateQuestionDto } from './question.dto';
import { Question, QuestionResponse } from './question.entity';

const notFound = 'Question not found';

/** Customer questions and the responses to them. */
@Injectable()
export class QuestionsService {
  constructor(
    @InjectRepository(Question) private readonly questions: Repository<Question>,
    @InjectRepository(QuestionResponse) private readonly responses: Repository<QuestionResponse>,
    private readonly writer: RecordWriter,
    private readonly accounts: Accounts,
    private readonly tags: TagsService,
  ) {}

  list(filter: ListFilter & IncludeQuery): ReadRows<Question> {
    return withIncluded(readRows(this.questions, filter), filter, {
      threads: this.questions,
      responses: this.responses,
      column: 'question_id',
    });
  }

  /** The questions as CSV, piece by piece. */
  export(filter: ListFilter): AsyncGenerator<string> {
    return exportThreads(this.list({ ...filter, include: 'queue', limit: EXPORT_BATCH }), this.accounts, this.tags);
  }

  async read(id: number): Promise<Question> {
    return orNotFound(await findById(this.questions, id), notFound);
  }

  create(fields: CreateQuestionDto, context: RequestContext): Promise<Question> {
    return this.writer.create(Question, { ...fields, createdById: context.userId }, context);
  }

  /** Changes the fields that are given; 404 without the question. */
  change(id: number, fields: ChangeQuestionDto, context: RequestContext): Promise<Question> {
    return this.writer
      .change(Question, { id, notFound, fields }, context)
      .catch(mapViolation('customer_questions_assignee_id_fkey', unknownAssignee));
  }

  changeStatus(id: number, status: ThreadStatus, context: RequestContext): Promise<Question> {
    return this.writer.changeStatus(Question, { id, notFound, status }, context);
  }

  /** The responses to a question, oldest first; 404 without the question. */
  listResponses(questionId: number): ReadRows<QuestionResponse> {
    return readParts(this.responses, ['question_id', questionId], (id) => this.read(id));
  }

  addResponse(questionId: number, fields: CreateResponseDto, context: RequestContext): Promise<QuestionResponse> {
    const row = { ...fields, questionId, createdById: context.userId };
    const gone = (): Error => new NotFoundException(notFound);
    return this.writer
      .create(QuestionResponse, row, context)
      .catch(mapViolation('question_responses_question_id_fkey', gone));
  }
}
