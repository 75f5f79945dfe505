import {
  BadRequestException,
  Controller,
  Get,
  Header,
  Headers,
  HttpStatus,
  NotFoundException,
  Param,
  Query,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { WholeNumber } from '../api/fields';
import { Operation } from '../api/operation';
import { ApiSection } from '../api/section';
import { ImagesService } from './images.service';
import { decoding } from './decoding';
import { makeThumbnail } from './thumbnails';

class ImageQuery {
  @WholeNumber('size', {
    min: 16,
    max: 1024,
    description: 'Answers a square WebP thumbnail of at most this many pixels.',
    example: 200,
  })
  size?: number;
}

/** `/api/images`: the bytes behind the addresses of `?images=url`. */
@ApiSection('images', 'The bytes behind the addresses that `images=url` answers.')
@Controller('images')
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Get(':sha256')
  @Operation({
    id: 'readImage',
    summary: 'Read an uploaded image',
    description: 'The address names the bytes, so the answer never changes and may be cached for ever.',
    status: 200,
    answerDescription: 'The image, or its thumbnail.',
    binary: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
    errors: { 400: 'size must be a whole number from 16 to 1024', 404: 'Image not found' },
  })
  @ApiParam({
    name: 'sha256',
    schema: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      example: '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
    },
    description: 'The SHA-256 of the bytes, in hex digits.',
  })
  // A picture opened as a page of its own must stay a picture.
  @Header(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'unsafe-inline'",
  )
  @ApiResponse({ status: 304, description: 'The image that `If-None-Match` names: the client has it already.' })
  async readImage(
    @Param('sha256') sha256: string,
    @Query() { size }: ImageQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BadRequestException('The address of an image ends in 64 hex digits');
    const tag = `"${sha256}${size ? `-${size}` : ''}"`;
    if (known === tag) return void response.status(HttpStatus.NOT_MODIFIED);
    const { bytes, type, lasting } = await (size === undefined
      ? this.original(sha256)
      : decoding(() => this.thumbnail(sha256, size)));
    if (lasting) response.setHeader('Cache-Control', 'private, max-age=31536000, immutable').setHeader('ETag', tag);
    return new StreamableFile(bytes, { type });
  }

  private async original(sha256: string): Promise<Picture> {
    const image = await this.images.find(sha256);
    if (!image) throw new NotFoundException('Image not found');
    return { bytes: image.bytes, type: image.type, lasting: true };
  }

  /** The bytes are read only when their turn has come; a picture that takes too long is answered whole, this time. */
  private async thumbnail(sha256: string, size: number): Promise<Picture> {
    const original = await this.original(sha256);
    const bytes = await makeThumbnail(original.bytes, size);
    return bytes ? { bytes, type: 'image/webp', lasting: true } : { ...original, lasting: false };
  }
}

interface Picture {
  bytes: Buffer;
  type: string;
  /** Whether the address will answer the same for ever. */
  lasting: boolean;
}
