import type { ComponentType } from 'react';
import { useWantedDraft } from '../drafts/wanted-draft';
import { LazySection } from '../ui/lazy-section';
import type { RecordRef } from './record-types';

/** What a feature shows below the records of a kind, its own or another: a section that is closed until it is asked for. */
export interface RecordPanel {
  /** The kind of the records that it stands below, such as `question`, or several, or which it is of all. */
  kind: string | string[] | ((kind: string) => boolean);
  heading: string;
  /** Whether it is open from the start: its code is loaded after the record. */
  isOpen?: boolean;
  /** Whether it needs the width of the record: there it stands under the record, not in the column at the right. */
  isWide?: boolean;
  /** Whether what is typed into it is kept as a draft, under the address of the record. */
  hasDrafts?: boolean;
  load: () => Promise<{ Panel: ComponentType<RecordRef> }>;
}

let panels: RecordPanel[] = [];

/** Makes the panels of the features known, once, before anything is drawn. */
export function registerRecordPanels(all: RecordPanel[]): void {
  panels = all;
}

interface RecordPanelsProps {
  record: RecordRef;
  /** Whether the wide ones are shown, or the others; left out, all. */
  isWide?: boolean;
  /** Whether the record is edited here: its form has the draft of the page then, and no panel has one. */
  isEdited?: boolean;
}

/** The panels below a record, in the order of the features. */
export function RecordPanels({ record, isWide, isEdited = false }: RecordPanelsProps) {
  // It is open where its draft is asked for.
  const draft = useWantedDraft();
  return panels
    .filter(({ kind }) => (typeof kind === 'function' ? kind(record.kind) : [kind].flat().includes(record.kind)))
    .filter((panel) => isWide === undefined || isWide === (panel.isWide ?? false))
    .filter((panel) => !(isEdited && panel.hasDrafts))
    .map(({ heading, load, isOpen, hasDrafts = false }) => (
      <LazySection
        key={hasDrafts ? `${heading} ${draft ?? ''}` : heading}
        heading={heading}
        load={load}
        isOpen={isOpen ?? (hasDrafts && draft !== undefined)}
        keepsContent={hasDrafts}
        failedText="This part could not be shown"
      >
        {({ Panel }) => <Panel key={record.recordId} {...record} />}
      </LazySection>
    ));
}
