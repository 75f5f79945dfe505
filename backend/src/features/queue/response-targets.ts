import type { ResponseTargetDto } from './queue.dto';

/** The targets that `RESPONSE_TARGET_HOURS` sets for these kinds: `24` for all, `problem=8` for one, 0 for none. */
export function responseTargets(setting: string, kinds: string[]): ResponseTargetDto[] {
  const given = new Map(
    setting.split(',').map((part) => (part.includes('=') ? part : `=${part}`).split('=') as [string, string]),
  );
  return kinds
    .map((kind) => ({ kind, hours: Number(given.get(kind) ?? given.get('') ?? 0) }))
    .filter(({ hours }) => hours > 0);
}
