import { BadRequestException, Controller, Get, Header, NotFoundException, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Response } from 'express';
import { Operation } from '../common/api/operation';
import { ImagesService } from './images.service';
import { Thumbnails } from './thumbnails';

const SIZE_MESSAGE = 'size must be a whole number from 16 to 1024';

class ImageQuery {
  @ApiProperty({ type: 'integer', required: false, minimum: 16, maximum: 1024, description: 'Answers a square WebP thumbnail of at most this many pixels.', example: 200 })
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value))
  @IsInt({ message: SIZE_MESSAGE })
  @Min(16, { message: SIZE_MESSAGE })
  @Max(1024, { message: SIZE_MESSAGE })
  size?: number;
}

/** `/api/images`: the bytes behind the addresses of `?images=url`. */
@ApiTags('images')
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly thumbnails: Thumbnails,
  ) {}

  @Get(':sha256')
  @Operation({
    id: 'readImage',
    summary: 'Read an uploaded image',
    description: 'The address names the bytes, so the answer never changes and may be cached for ever.',
    status: 200,
    answerDescription: 'The image, or its thumbnail.',
    binary: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
    errors: { 400: SIZE_MESSAGE, 404: 'Image not found' },
  })
  @ApiParam({ name: 'sha256', schema: { type: 'string', pattern: '^[0-9a-f]{64}$' }, description: 'The SHA-256 of the bytes, in hex digits.' })
  // A picture opened as a page of its own must stay a picture.
  @Header('Content-Security-Policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
  async readImage(@Param('sha256') sha256: string, @Query() query: ImageQuery, @Res({ passthrough: true }) response: Response): Promise<StreamableFile> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BadRequestException('The address of an image ends in 64 hex digits');
    const image = await this.images.find(sha256);
    if (!image) throw new NotFoundException('Image not found');
    const thumbnail = query.size === undefined ? null : await this.thumbnails.make(image.bytes, query.size);
    response.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
    response.setHeader('ETag', `"${sha256}${query.size ? `-${query.size}` : ''}"`);
    return new StreamableFile(thumbnail ?? image.bytes, { type: thumbnail ? 'image/webp' : image.type });
  }
}
