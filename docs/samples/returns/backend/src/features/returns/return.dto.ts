import { ApiProperty } from '@nestjs/swagger';
import { withVersion } from '../../api/version-tag';
import {
  ChangeThreadDto,
  CreateThreadDto,
  responseFields,
  threadFields,
  ThreadDto,
  ThreadResponseDto,
} from '../../threads/thread.dto';
import type { Return, ReturnResponse } from './return.entity';

/** What one logs a return with. */
export class CreateReturnDto extends CreateThreadDto {}

/** What one changes a return with: what is left out stays as it is. */
export class ChangeReturnDto extends ChangeThreadDto {}

/** A return. */
export class ReturnDto extends ThreadDto {
  static from(record: Return): ReturnDto {
    return withVersion(threadFields(record), record.version);
  }
}

/** A response to a return. */
export class ReturnResponseDto extends ThreadResponseDto {
  @ApiProperty({ type: 'integer', description: 'The number of the return.', example: 1 })
  returnId: number;

  static from(response: ReturnResponse): ReturnResponseDto {
    return withVersion({ ...responseFields(response), returnId: response.returnId }, response.version);
  }
}
