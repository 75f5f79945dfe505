import { BadRequestException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { readDataUrl, type ImageData } from './image-data';
import { hashInAddress, hashOf, toAddress, type ImageReference } from './image-reference';
import { Image } from './image.entity';

/** Turns the images of requests into references of rows, and back. */
@Injectable()
export class ImagesService {
  constructor(@InjectRepository(Image) private readonly images: Repository<Image>) {}

  /**
   * Checks uploads by their bytes, before any transaction: 400 with the spec's sentence for a bad one.
   * `current` are the references that the record has now: its own addresses come back as they were given first.
   */
  async prepare(given: string[], current: ImageReference[] = []): Promise<PreparedImages> {
    const uploads = new Map<string, ImageData>();
    const references: ImageReference[] = [];
    for (const image of given) {
      const hash = hashInAddress(image);
      if (hash) references.push(current.find((reference) => hashOf(reference) === hash) ?? (await this.referenceTo(hash)));
      else if (image.startsWith('http')) references.push(image);
      else {
        const upload = await readDataUrl(image);
        if (typeof upload === 'string') throw badImages(upload);
        uploads.set(upload.sha256, upload);
        references.push(`${upload.prefix}#${upload.sha256}`);
      }
    }
    return { references, uploads: [...uploads.values()] };
  }

  /** Stores uploads inside the transaction that writes their record; bytes that are there already stay. */
  async store(manager: EntityManager, uploads: ImageData[]): Promise<void> {
    // In one order for all, so that two requests with the same images cannot block each other for ever.
    const sorted = [...uploads].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    for (const { sha256, type, bytes } of sorted) {
      await manager.query(
        'INSERT INTO images (sha256, type, bytes) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO UPDATE SET type = excluded.type',
        [sha256, type, bytes],
      );
    }
  }

  /** The images of a record as a client asked for them: as they were given, or as addresses. */
  async answer(references: ImageReference[], as: 'url' | undefined): Promise<string[]> {
    if (as === 'url') return references.map(toAddress);
    const hashes = [...new Set(references.map(hashOf).filter((hash) => hash !== null))];
    if (hashes.length === 0) return references;
    const found = await this.images.find({ select: { sha256: true, bytes: true }, where: { sha256: In(hashes) } });
    const texts = new Map(found.map(({ sha256, bytes }) => [sha256, bytes.toString('base64')]));
    return references.map((reference) => {
      const hash = hashOf(reference);
      return hash ? reference.replace(`#${hash}`, texts.get(hash) ?? '') : reference;
    });
  }

  /** The bytes of one image, or null. */
  find(sha256: string): Promise<Image | null> {
    return this.images.findOneBy({ sha256 });
  }

  private async referenceTo(sha256: string): Promise<ImageReference> {
    const image = await this.images.findOne({ select: { sha256: true, type: true }, where: { sha256 } });
    if (!image) throw badImages('An image of the request is not stored here any longer. Please upload it again');
    return `data:${image.type};base64,#${sha256}`;
  }
}

/** References for the row, and the bytes that must be stored with it. */
export interface PreparedImages {
  references: ImageReference[];
  uploads: ImageData[];
}

function badImages(message: string): BadRequestException {
  return new BadRequestException({ message, errors: [{ field: 'images', message }] });
}
