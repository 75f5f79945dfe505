import { Injectable, Logger, type HttpException, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { violatesConstraint } from '../http/database-error';
import { fieldProblem } from '../http/field-problem';
import {
  MAX_RECORD_BYTES,
  NOT_AN_IMAGE,
  readDataUrl,
  readFile,
  TOO_LARGE_TOGETHER,
  type CheckImage,
  type ImageData,
} from './image-data';
import { ImageDecoder } from './image-decoder';
import { readDataUrls } from './data-urls';
import {
  addressOf,
  hashInAddress,
  hashOf,
  isSamplePhoto,
  toAddress,
  type ImageReference,
  type ImageText,
} from './image-reference';
import { Image } from './image.entity';

const GONE = 'An image of the request is not stored here any longer. Please upload it again';

/** How long an uploaded image is kept that no record uses, and how often such images are looked for, ms. */
const UNUSED_KEPT = '24 hours';
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;
/** So many are removed at a time, so that no statement takes too long. */
const UNUSED_BATCH = 100;

/** Turns the images of requests into references of rows, and back. */
@Injectable()
export class ImagesService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('Images');
  private cleanUp?: NodeJS.Timeout;
  /** The uploads of records that were only tried out: they are stored nowhere. */
  private readonly triedOut = new WeakMap<object, ImageData[]>();

  constructor(
    @InjectRepository(Image) private readonly images: Repository<Image>,
    private readonly decoder: ImageDecoder,
  ) {}

  onModuleInit(): void {
    const clean = (): void =>
      void this.removeUnused().catch((error: Error) =>
        this.log.warn(`Unused images could not be removed: ${error.message}`),
      );
    this.cleanUp = setInterval(clean, CLEAN_UP_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleanUp);
  }

  /** Stores uploaded files for records that will name them by their addresses, which it answers; 400 for a bad one. */
  async upload(files: { buffer: Buffer; mimetype: string }[], userId: number): Promise<string[]> {
    if (files.length === 0) throw fieldProblem('files', NOT_AN_IMAGE);
    if (files.reduce((sum, { buffer }) => sum + buffer.length, 0) > MAX_RECORD_BYTES)
      throw fieldProblem('files', TOO_LARGE_TOGETHER);
    const images: ImageData[] = [];
    for (const file of files) {
      const image = await readFile(file, this.checkFor(userId));
      if (typeof image === 'string') throw fieldProblem('files', image);
      images.push(image);
    }
    for (const { sha256, type, bytes } of images) {
      await this.images.query(
        'INSERT INTO images (sha256, type, bytes) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO UPDATE SET uploaded_at = now()',
        [sha256, type, bytes],
      );
    }
    return images.map(({ sha256 }) => addressOf(sha256));
  }

  /** Removes uploads that no record has used in time. A write under way holds its images, and will have used them. */
  async removeUnused(): Promise<void> {
    let removed: number;
    do {
      [, removed] = await this.images.query<[unknown[], number]>(
        `WITH unused AS (
           SELECT sha256 FROM images WHERE uses = 0 AND uploaded_at < now() - $1::interval
           ORDER BY uploaded_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         DELETE FROM images USING unused WHERE images.sha256 = unused.sha256`,
        [UNUSED_KEPT, UNUSED_BATCH],
      );
    } while (removed === UNUSED_BATCH);
  }

  /**
   * Checks uploads by their bytes, before any transaction: 400 with the spec's sentence for a bad one.
   * `current` are the references that the record has now: its own addresses come back as they were given first.
   */
  async prepare(given: string[], userId: number, current: ImageReference[] = []): Promise<PreparedImages> {
    const uploads = new Map<string, ImageData>();
    const references: ImageReference[] = [];
    for (const [at, image] of given.entries()) {
      const hash = hashInAddress(image);
      // One picture may be there twice, with two types: the same place first.
      const known = hash && [current[at], ...current].find((reference) => reference && hashOf(reference) === hash);
      if (hash) references.push(known || (await this.referenceTo(hash)));
      else if (/^https?:/i.test(image) || isSamplePhoto(image)) references.push(image);
      else {
        const upload = await readDataUrl(image, this.checkFor(userId));
        if (typeof upload === 'string') throw badImages(upload);
        uploads.set(upload.sha256, upload);
        references.push(`${upload.prefix}#${upload.sha256}`);
      }
    }
    await this.checkSum(references, uploads);
    return { references, uploads: [...uploads.values()] };
  }

  /** Answers 400 where a write found an image gone that was there when it was prepared. The uploads of a dry run are kept for its answer. */
  async expectStored<T>(write: Promise<T>, by?: { dryRun: boolean }, prepared?: PreparedImages): Promise<T> {
    try {
      const record = await write;
      if (by?.dryRun && prepared) this.triedOut.set(record as object, prepared.uploads);
      return record;
    } catch (error) {
      throw violatesConstraint(error, 'image_is_stored') ? badImages(GONE) : error;
    }
  }

  /** What must be done before a new record can name these images; undefined where they are all stored elsewhere. */
  storing(prepared: PreparedImages): ((manager: EntityManager) => Promise<void>) | undefined {
    return prepared.references.some(hashOf) ? (manager) => this.store(manager, prepared) : undefined;
  }

  /**
   * Stores uploads for a record that had the images `former` until now; bytes that are there already stay. Comes once the
   * transaction holds the record's row.
   */
  async store(
    manager: EntityManager,
    { references, uploads }: PreparedImages,
    former: ImageReference[] = [],
  ): Promise<void> {
    // All rows that this transaction will touch, in one order for all: two of them cannot wait for each other.
    const hashes = [...new Set([...references, ...former].map(hashOf))].filter((hash) => hash !== null);
    if (hashes.length === 0) return;
    const kept = await manager.query<{ sha256: string }[]>(
      'SELECT sha256 FROM images WHERE sha256 = ANY($1) ORDER BY sha256 FOR UPDATE',
      [hashes],
    );
    const there = new Set(kept.map(({ sha256 }) => sha256));
    const missing = uploads.filter(({ sha256 }) => !there.has(sha256)).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    for (const { sha256, type, bytes } of missing) {
      await manager.query(
        'INSERT INTO images (sha256, type, bytes) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO UPDATE SET type = excluded.type',
        [sha256, type, bytes],
      );
    }
  }

  /**
   * A record as it is answered, `from` it and its images as a client asked for them: as addresses, which is done at once,
   * or as they were given. Where bytes have been removed since, the record is read `again`; null where the record is gone.
   */
  serialize<R extends { images: ImageReference[] }, A>(
    record: R,
    as: 'url' | undefined,
    { from, again }: Answering<R, A>,
  ): A | Promise<A | null> {
    return as === 'url' ? from(record, record.images.map(toAddress)) : this.withDataUrls(record, { from, again });
  }

  /** The bytes of one image, or null. */
  find(sha256: string): Promise<Image | null> {
    return this.images.findOneBy({ sha256 });
  }

  /** Whether the bytes of an image are stored; they are not read. */
  isStored(sha256: string): Promise<boolean> {
    return this.images.existsBy({ sha256 });
  }

  private checkFor(userId: number): CheckImage {
    return (bytes) => this.decoder.inTurn(userId, (process) => process.check(bytes));
  }

  private async withDataUrls<R extends { images: ImageReference[] }, A>(
    record: R,
    { from, again }: Answering<R, A>,
  ): Promise<A | null> {
    for (let current: R | null = record; current; current = await again()) {
      const images = await readDataUrls(this.images, current.images, this.triedOut.get(record));
      if (images) return from(current, images);
    }
    return null;
  }

  private async referenceTo(sha256: string): Promise<ImageReference> {
    const image = await this.images.findOne({ select: { sha256: true, type: true }, where: { sha256 } });
    if (!image) throw badImages(GONE);
    return `data:${image.type};base64,#${sha256}`;
  }

  /** Every place counts: as data URLs the record must fit into one request again. */
  private async checkSum(references: ImageReference[], uploads: Map<string, ImageData>): Promise<void> {
    const hashes = references.map(hashOf).filter((hash) => hash !== null);
    const stored = hashes.filter((hash) => !uploads.has(hash));
    const sizes = new Map([...uploads.values()].map(({ sha256, bytes }) => [sha256, bytes.length]));
    if (stored.length > 0) {
      const rows = await this.images.query<{ sha256: string; size: number }[]>(
        'SELECT sha256, octet_length(bytes) AS size FROM images WHERE sha256 = ANY($1)',
        [stored],
      );
      for (const { sha256, size } of rows) sizes.set(sha256, size);
    }
    if (hashes.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0) > MAX_RECORD_BYTES)
      throw badImages(TOO_LARGE_TOGETHER);
  }
}

/** How a record is answered with its images, and how it is read once more. */
export interface Answering<R, A> {
  from: (record: R, images: ImageText[]) => A;
  again: () => Promise<R | null>;
}

/** References for the row, and the bytes that must be stored with it. */
export interface PreparedImages {
  references: ImageReference[];
  uploads: ImageData[];
}

function badImages(message: string): HttpException {
  return fieldProblem('images', message);
}
