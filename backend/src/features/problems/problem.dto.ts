import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { withVersion } from '../../api/version-tag';
import { ImagesQuery } from '../../lists/list-query.dto';
import { ImageList } from '../../images/image-list.field';
import type { ImageText } from '../../images/image-reference';
import {
  ChangeThreadDto,
  CreateThreadDto,
  responseFields,
  threadFields,
  ThreadDto,
  ThreadListQuery,
  ThreadResponseDto,
  ThreadSearchQuery,
} from '../../threads/thread.dto';
import type { Problem, ProblemResponse } from './problem.entity';
import { IntegerProperty } from '../../api/properties';

/** What one logs a problem with. */
export class CreateProblemDto extends CreateThreadDto {
  @ImageList({ minimum: 0, required: false, requiredMessage: 'Images must be a list' })
  images?: string[];
}

/** What one changes a problem with: what is left out stays as it is. */
export class ChangeProblemDto extends ChangeThreadDto {
  @ImageList({ minimum: 0, required: false, requiredMessage: 'Images must be a list' })
  images?: string[];
}

/** A problem. */
export class ProblemDto extends ThreadDto {
  @ApiProperty({
    type: [String],
    description: 'Just as they were given, or with `images=url` as addresses.',
    example: ['https://shop.example/photos/scratch.jpg'],
  })
  images: ImageText[];

  /** `images` are the row's references as the client asked for them. */
  static from(problem: Problem, images: ImageText[]): ProblemDto {
    return withVersion({ ...threadFields(problem), images }, problem.version);
  }
}

/** An answer to a problem. */
export class ProblemResponseDto extends ThreadResponseDto {
  @IntegerProperty('The number of the problem.', 1)
  problemId: number;

  static from(response: ProblemResponse): ProblemResponseDto {
    return withVersion({ ...responseFields(response), problemId: response.problemId }, response.version);
  }
}

export class ProblemListQuery extends IntersectionType(ThreadListQuery, ImagesQuery) {}

export class ProblemSearchQuery extends IntersectionType(ThreadSearchQuery, ImagesQuery) {}
