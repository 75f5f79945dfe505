import {
  BadRequestException,
  Controller,
  Get,
  Header,
  Headers,
  HttpStatus,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
  UploadedFiles,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiProperty, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUserId } from '../api/current-user';
import { WholeNumber } from '../api/fields';
import { Operation } from '../api/operation';
import { ApiSection } from '../api/section';
import { TOO_LARGE_TOGETHER } from './image-data';
import { ImageDecoder } from './image-decoder';
import { MAX_IMAGES } from './image-list.field';
import { ImagesService } from './images.service';
import type { DecodingProcess } from './decoding-process';
import { UploadedFilesInterceptor } from './uploaded-files.interceptor';

class ImageQuery {
  @WholeNumber('size', {
    min: 16,
    max: 1024,
    description: 'Answers a square WebP thumbnail of at most this many pixels.',
    example: 200,
  })
  size?: number;
}

const EXAMPLE = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b';

/** Uploaded images that records can name. */
export class UploadedImagesDto {
  @ApiProperty({
    type: [String],
    description: 'Their addresses, in the order of the files: what `images` of a product or a problem takes.',
    example: [`/api/images/${EXAMPLE}`],
  })
  images: string[];
}

/** `/api/images`: uploads, and the bytes behind the addresses of `?images=url`. */
@ApiSection('images', 'Uploads, and the bytes behind the addresses that `images=url` answers.')
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly decoder: ImageDecoder,
  ) {}

  @Post()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    description: `One or more image files (PNG, JPEG, GIF, WebP or AVIF): at most ${MAX_IMAGES}, 5 MB each and 30 MB together.`,
    required: true,
    schema: {
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          description: 'The files.',
          items: { type: 'string', format: 'binary' },
          minItems: 1,
          maxItems: MAX_IMAGES,
        },
      },
      example: { files: ['brake-disc.jpg'] },
    },
  })
  @Operation({
    id: 'uploadImages',
    summary: 'Upload images',
    description:
      'Answers an address for each file. JPEG, PNG and WebP are stored without Exif, XMP and comments, but for the orientation. Create or change a record with these addresses within 24 hours: an image that no record uses is removed after that.',
    status: 201,
    answer: UploadedImagesDto,
    answerDescription: 'The addresses of the images.',
    errors: {
      400: 'Image size should be less than 5MB',
      413: TOO_LARGE_TOGETHER,
      415: 'The body must be a form with image files (multipart/form-data)',
    },
  })
  @UseInterceptors(UploadedFilesInterceptor)
  async uploadImages(
    @CurrentUserId() userId: number,
    @UploadedFiles() files: Express.Multer.File[] = [],
  ): Promise<UploadedImagesDto> {
    return { images: await this.images.upload(files, userId) };
  }

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
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$', example: EXAMPLE },
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
    @CurrentUserId() userId: number,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new BadRequestException('The address of an image ends in 64 hex digits');
    const tag = `"${sha256}${size ? `-${size}` : ''}"`;
    if (known === tag && (await this.images.isStored(sha256))) return void response.status(HttpStatus.NOT_MODIFIED);
    const { bytes, type, lasting } = await (size === undefined
      ? this.original(sha256)
      : this.decoder.inTurn(userId, (process) => this.thumbnail(process, sha256, size)));
    if (lasting) response.setHeader('Cache-Control', 'private, max-age=31536000, immutable').setHeader('ETag', tag);
    return new StreamableFile(bytes, { type });
  }

  private async original(sha256: string): Promise<Picture> {
    const image = await this.images.find(sha256);
    if (!image) throw new NotFoundException('Image not found');
    return { bytes: image.bytes, type: image.type, lasting: true };
  }

  /** The bytes are read only when their turn has come; a picture that takes too long is answered whole, this time. */
  private async thumbnail(process: DecodingProcess, sha256: string, size: number): Promise<Picture> {
    const original = await this.original(sha256);
    const bytes = await process.makeThumbnail(original.bytes, size).catch(() => null);
    return bytes ? { bytes, type: 'image/webp', lasting: true } : { ...original, lasting: false };
  }
}

interface Picture {
  bytes: Buffer;
  type: string;
  /** Whether the address will answer the same for ever. */
  lasting: boolean;
}
