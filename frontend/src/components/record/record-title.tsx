import { useState } from 'react';
import { linkedText } from '../text/rich-text';
import type { CodeLinks } from '../text/code-links';
import { PageTitle } from '../ui/page-title';

/** A title longer than this is cut off after some lines until the rest is asked for; characters. */
const LONG_TITLE = 160;

interface TitleProps {
  title: string;
  /** The products that it names. */
  codes?: CodeLinks;
}

/** The title of a record; a very long one does not push down what follows. */
export function RecordTitle({ title, codes }: TitleProps) {
  const [wholeTitle, setWholeTitle] = useState<string>();
  if (title.length <= LONG_TITLE) return <Title title={title} codes={codes} />;
  const isWhole = wholeTitle === title;
  return (
    <div className={isWhole ? 'long-title' : 'long-title long-title-cut'}>
      <Title title={title} codes={codes} />
      <button type="button" className="quiet-button small" onClick={() => setWholeTitle(isWhole ? undefined : title)}>
        {isWhole ? 'Show less' : 'Show the whole title'}
      </button>
    </div>
  );
}

function Title({ title, codes }: TitleProps) {
  return <PageTitle documentTitle={title}>{linkedText(title, codes)}</PageTitle>;
}
