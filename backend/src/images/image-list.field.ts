import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, withMessages } from '../api/fields';
import { malformed, parseUrl } from '../api/text';
import { NOT_AN_IMAGE } from './image-data';
import { hashInAddress, isSamplePhoto, SAMPLE_PHOTO } from './image-reference';

export const MAX_IMAGES = 12;
export const TOO_MANY = `At most ${MAX_IMAGES} images can be kept`;
const MAX_URL = 2048;
/** Of an image as a data URL: 5 MB as base64, and the words before it. */
const MAX_TEXT = 7_000_000;
/** As far as it can be said without decoding: a data URL in base64, an address, or one of our own. */
const IMAGE = `^(data:image/[A-Za-z0-9.+-]{1,40}(;[A-Za-z0-9=._-]{1,60}){0,3};base64,[A-Za-z0-9+/]+={0,2}|[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]\\S*)?|/api/images/[0-9a-f]{64}|${SAMPLE_PHOTO})$`;
const BAD_URL = 'Images must be uploaded files or http(s) addresses';

/** The images of a record: data URLs, http(s) URLs, or paths of our own. The bytes are checked when they are stored. */
export function ImageList(options: { minimum: 0 | 1; requiredMessage: string; required: boolean }): PropertyDecorator {
  const messages = {
    ...(options.minimum > 0 ? { required: options.requiredMessage, minItems: options.requiredMessage } : {}),
    maxItems: TOO_MANY,
  };
  return applyDecorators(
    Check('images', (value) => imagesProblem(value, options)),
    ApiProperty({
      type: 'array',
      items: { type: 'string', pattern: IMAGE, maxLength: MAX_TEXT },
      required: options.required,
      minItems: options.minimum,
      maxItems: MAX_IMAGES,
      description:
        'Images in the order they are shown: data URLs (PNG, JPEG, GIF, WebP or AVIF, at most 5 MB each and 30 MB together), http(s) URLs of at most ' +
        `${MAX_URL} characters, addresses that an upload or a read with \`images=url\` has answered, or sample photos of the app (\`/stock-photos/1.webp\`).`,
      example: ['https://shop.example/photos/brake-disc.jpg'],
      ...withMessages(messages),
    }),
  );
}

function imagesProblem(
  value: unknown,
  options: { minimum: number; requiredMessage: string; required: boolean },
): string | null {
  if (value === undefined && !options.required) return null;
  if (value === undefined || value === null) return options.requiredMessage;
  if (!Array.isArray(value)) return 'Images must be a list';
  if (value.length < options.minimum) return options.requiredMessage;
  if (value.length > MAX_IMAGES) return TOO_MANY;
  return value.map(imageProblem).find((problem) => problem !== null) ?? null;
}

function imageProblem(image: unknown): string | null {
  if (typeof image !== 'string') return BAD_URL;
  if (/^data:image\//.test(image)) return null;
  if (/^data:/i.test(image)) return NOT_AN_IMAGE;
  if (hashInAddress(image) || isSamplePhoto(image)) return null;
  const isAddress = /^https?:\/\/\S+$/i.test(image) && image.length <= MAX_URL && !malformed(image);
  const url = isAddress ? parseUrl(image) : null;
  return url && !url.username && !url.password ? null : BAD_URL;
}

/** Whether a text is the address of an image that a record can have. */
export function isImageAddress(text: string): boolean {
  return !/^data:/i.test(text) && imageProblem(text) === null;
}
