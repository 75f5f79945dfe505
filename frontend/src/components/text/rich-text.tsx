import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Person } from '../people/person';
import { CODE_PATTERN } from './code-pattern';
import type { CodeLinks } from './code-links';
import { useMentions, type Mentions } from './use-mentions';

/** What a web address has nowhere: spaces, quotes and brackets without their pair. */
const NO_ADDRESS = `\\s<>()"'“”„«»‹›`;
const PAIR = `\\([^${NO_ADDRESS}]*\\)`;
/** Without the punctuation of the sentence around it. */
const WEB_ADDRESS = new RegExp(`https?:\\/\\/(?:[^${NO_ADDRESS}]|${PAIR})*(?:[^${NO_ADDRESS}.,:;!?\\]}‘’…]|${PAIR})`);
const PART = `${WEB_ADDRESS.source}|${CODE_PATTERN.source}`;
/** A code with more characters than this is broken where it must be. */
const LONGEST_UNBROKEN = 24;

/** What people wrote, with its line breaks: web addresses and the codes of products are links, mentions people. */
export function RichText({ text, codes }: { text: string; codes?: CodeLinks }) {
  return (
    <p className="long-text" dir="auto">
      {text.includes('@') ? <WithMentions text={text} codes={codes} /> : linkedText(text, codes)}
    </p>
  );
}

function WithMentions({ text, codes }: { text: string; codes?: CodeLinks }) {
  return mentionsIn(text, useMentions()).map(({ text: part, personId }, index) => (
    <Fragment key={index}>
      {personId === undefined ? (
        linkedText(part, codes)
      ) : (
        <span className="mention">
          @<Person id={personId} />
        </span>
      )}
    </Fragment>
  ));
}

/** The parts of a text, with the person where one is mentioned. */
function mentionsIn(text: string, { find }: Mentions): { text: string; personId?: number }[] {
  const parts: { text: string; personId?: number }[] = [];
  let from = 0;
  for (const { start, end, personId } of find(text)) {
    parts.push({ text: text.slice(from, start) }, { text: text.slice(start, end), personId });
    from = end;
  }
  return [...parts, { text: text.slice(from) }];
}

/** The same without a paragraph around it. */
export function linkedText(text: string, codes?: CodeLinks): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  const pattern = codes?.pattern ? `${WEB_ADDRESS.source}|${codes.pattern}|${CODE_PATTERN.source}` : PART;
  for (const { 0: part, index } of text.matchAll(new RegExp(pattern, 'giu'))) {
    const shown = partOf(part, codes?.find(part));
    if (!shown) continue;
    parts.push(text.slice(end, index), <Fragment key={index}>{shown}</Fragment>);
    end = index + part.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)];
}

function partOf(part: string, product: { path: string; name: string } | undefined): ReactNode {
  if (/^https?:/i.test(part)) {
    return (
      <a href={part} className="text-link" target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    );
  }
  if (product) {
    return (
      <Link to={product.path} className="code text-link" title={product.name}>
        {part}
      </Link>
    );
  }
  return part.length <= LONGEST_UNBROKEN ? <span className="code">{part}</span> : undefined;
}
