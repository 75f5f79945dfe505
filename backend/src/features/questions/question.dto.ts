import { ApiProperty } from '@nestjs/swagger';
import { CreateThreadDto, responseFields, threadFields, ThreadDto, ThreadResponseDto } from '../../threads/thread.dto';
import type { Question, QuestionResponse } from './question.entity';

/** What one logs a customer question with. */
export class CreateQuestionDto extends CreateThreadDto {}

/** A customer question. */
export class QuestionDto extends ThreadDto {
  static from(question: Question): QuestionDto {
    return threadFields(question);
  }
}

/** An answer to a customer question. */
export class QuestionResponseDto extends ThreadResponseDto {
  @ApiProperty({ type: 'integer', description: 'The number of the question.', example: 1 })
  questionId: number;

  static from(response: QuestionResponse): QuestionResponseDto {
    return { ...responseFields(response), questionId: response.questionId };
  }
}
