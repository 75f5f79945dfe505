import { withVersion } from '../../api/version-tag';
import {
  ChangeThreadDto,
  CreateThreadDto,
  responseFields,
  threadFields,
  ThreadDto,
  ThreadResponseDto,
} from '../../threads/thread.dto';
import type { Question, QuestionResponse } from './question.entity';
import { IntegerProperty } from '../../api/properties';

/** What one logs a customer question with. */
export class CreateQuestionDto extends CreateThreadDto {}

/** What one changes a customer question with: what is left out stays as it is. */
export class ChangeQuestionDto extends ChangeThreadDto {}

/** A customer question. */
export class QuestionDto extends ThreadDto {
  static from(record: Question): QuestionDto {
    return withVersion(threadFields(record), record.version);
  }
}

/** A response to a customer question. */
export class QuestionResponseDto extends ThreadResponseDto {
  @IntegerProperty('The number of the question.', 1)
  questionId: number;

  static from(response: QuestionResponse): QuestionResponseDto {
    return withVersion({ ...responseFields(response), questionId: response.questionId }, response.version);
  }
}
