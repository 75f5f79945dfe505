import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { RequestContext } from '../../../../records/request-context';
import { recognise } from '../presets/recognise';
import type { ProductImport } from '../product-import.entity';
import { ImportProfile, type ProfileOwner } from './import-profile.entity';
import { headersKey, isProposed, mergeChoices } from './profile-columns';

/** Nobody needs more, and nobody fills the table. */
const MAX_PROFILES = 100;
/** Of the columns of all profiles of an owner: the list answers all of them at once. The largest header row still fits. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What a profile is called where nobody has given it a name. */
const DEFAULT_NAMES: Record<string, string> = {
  plain: 'Plain list',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  wix: 'Wix',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  etsy: 'Etsy',
  odoo: 'Odoo',
};

/** The profiles of an owner without their columns, which are much to read. */
const OWN = `
  SELECT name, headers, octet_length(columns::text) AS bytes FROM product_import_profiles
  WHERE user_id = $1 AND token_id IS NOT DISTINCT FROM $2`;
type OwnProfile = Pick<ImportProfile, 'name' | 'headers'> & { bytes: number };

const STORE = `
  INSERT INTO product_import_profiles (user_id, token_id, name, headers, columns, placeholder, make_skus)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT ON CONSTRAINT product_import_profiles_owner_name_key
  DO UPDATE SET headers = excluded.headers, columns = excluded.columns, placeholder = excluded.placeholder,
    make_skus = excluded.make_skus, used_at = now()`;

/** How users and access tokens read the columns of their files. Only applying an import changes a profile. */
@Injectable()
export class ImportProfilesService {
  constructor(@InjectRepository(ImportProfile) private readonly profiles: Repository<ImportProfile>) {}

  /** The owner's profiles, last used first. */
  list(owner: ProfileOwner): Promise<ImportProfile[]> {
    return this.profiles.find({ where: whereOwner(owner), order: { usedAt: 'DESC', id: 'DESC' } });
  }

  /** The profile of this name; without one, the last used for files with these headers. */
  find(owner: ProfileOwner, name: string | undefined, headers: string[]): Promise<ImportProfile | null> {
    const wanted = name === undefined ? { headers: headersKey(headers) } : { name };
    return this.profiles.findOne({ where: { ...whereOwner(owner), ...wanted }, order: { usedAt: 'DESC', id: 'DESC' } });
  }

  /** Removes a profile; 404 for one of somebody else. */
  async remove(owner: ProfileOwner, id: number): Promise<void> {
    const { affected } = await this.profiles.delete({ ...whereOwner(owner), id });
    if (!affected) throw new NotFoundException('Profile not found');
  }

  /**
   * Keeps the choices of an import that is being applied, if they are those of who applies it. Without a name they are
   * kept where they are not what is proposed.
   */
  async keep(manager: EntityManager, { profile, columns, placeholder, file }: ProductImport, context: RequestContext) {
    const owner = ownerOf(context);
    if (!profile || !isOf(owner, profile)) return;
    const headers = columns.map(({ header }) => header);
    if (profile.name === null && isProposed(columns, recognise(headers, file.hasHtml).columns)) return;
    const own = await manager.query<OwnProfile[]>(OWN, [owner.userId, owner.tokenId]);
    const key = headersKey(headers);
    const name = profile.name ?? freeName(DEFAULT_NAMES[file.format], own, key);
    const former = await manager.findOneBy(ImportProfile, { ...whereOwner(owner), name });
    const merged = JSON.stringify(mergeChoices(columns, former?.columns ?? []));
    const problem = problemOf(
      own.filter((one) => one.name !== name),
      Buffer.byteLength(merged),
    );
    if (problem) {
      if (profile.name === null) return;
      throw new ConflictException(problem);
    }
    await manager.query(STORE, [owner.userId, owner.tokenId, name, key, merged, placeholder, file.makeSkus]);
  }
}

/** Whose profiles a request uses. */
export function ownerOf({ userId, tokenId }: RequestContext): ProfileOwner {
  return { userId, tokenId };
}

/** Whose choices an import has from now on, and their name: without one, it stays where they are the same owner's. */
export function renamed(
  { profile }: Pick<ProductImport, 'profile'>,
  name: string | null | undefined,
  context: RequestContext,
): ProductImport['profile'] {
  const owner = ownerOf(context);
  const former = profile && isOf(owner, profile) ? profile.name : null;
  return { ...owner, name: name === undefined ? former : name };
}

function isOf({ userId, tokenId }: ProfileOwner, other: ProfileOwner): boolean {
  return userId === other.userId && tokenId === other.tokenId;
}

function whereOwner({ userId, tokenId }: ProfileOwner): FindOptionsWhere<ImportProfile> {
  return { userId, tokenId: tokenId ?? IsNull() };
}

/** Why another profile with so many bytes of columns cannot be kept, or null. */
function problemOf(others: OwnProfile[], bytes: number): string | null {
  if (others.length >= MAX_PROFILES) return `You have ${MAX_PROFILES} profiles. Delete one first`;
  const isTooLarge = others.reduce((sum, other) => sum + other.bytes, bytes) > MAX_BYTES;
  return isTooLarge ? 'Your profiles are too large together. Delete one first' : null;
}

/** The name, with a number where it is that of a profile for other headers. */
function freeName(name: string, profiles: OwnProfile[], headers: string): string {
  const isFree = (candidate: string): boolean =>
    profiles.every((profile) => profile.name !== candidate || profile.headers === headers);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (isFree(candidate)) return candidate;
  }
}
