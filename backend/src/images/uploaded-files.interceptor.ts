import {
  BadRequestException,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';
import type { Observable } from 'rxjs';
import { promisify } from 'node:util';
import { fieldProblem } from '../http/field-problem';
import { MAX_IMAGE_BYTES, MAX_RECORD_BYTES, TOO_LARGE, TOO_LARGE_TOGETHER } from './image-data';
import { MAX_IMAGES, TOO_MANY } from './image-list.field';

/** What the body of an upload must be. */
export const FORM_BODY = {
  type: 'multipart/form-data',
  isHeld: true,
  // Room for the lines between the files.
  maxBytes: MAX_RECORD_BYTES + 64 * 1024,
  wrongType: 'The body must be a form with image files (multipart/form-data)',
  tooLarge: TOO_LARGE_TOGETHER,
};

const limits = { fileSize: MAX_IMAGE_BYTES, files: MAX_IMAGES, parts: MAX_IMAGES, fields: 0 };
const receive = promisify<Request, Response>(multer({ storage: memoryStorage(), limits }).array('files'));

const PROBLEMS: Partial<Record<string, string>> = {
  LIMIT_FILE_SIZE: TOO_LARGE,
  LIMIT_FILE_COUNT: TOO_MANY,
  LIMIT_PART_COUNT: TOO_MANY,
};

/** Reads the files of a form into memory, for `@UploadedFiles()`. It reads a refused form to its end, so that the answer arrives. */
@Injectable()
export class UploadedFilesInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    try {
      await receive(http.getRequest(), http.getResponse());
    } catch (error) {
      if (!(error instanceof MulterError)) throw new BadRequestException('The form cannot be read');
      throw fieldProblem('files', PROBLEMS[error.code] ?? 'Only image files can be sent, in the field files');
    }
    return next.handle();
  }
}
