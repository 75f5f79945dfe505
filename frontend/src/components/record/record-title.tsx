import { useState } from 'react';
import { linkedText } from '../text/rich-text';
import { PageTitle } from '../ui/page-title';

/** A title longer than this is cut off after some lines until the rest is asked for; characters. */
const LONG_TITLE = 160;

/** The title of a record; a very long one does not push down what follows. */
export function RecordTitle({ title }: { title: string }) {
  const [wholeTitle, setWholeTitle] = useState<string>();
  if (title.length <= LONG_TITLE) return <Title title={title} />;
  const isWhole = wholeTitle === title;
  return (
    <div className={isWhole ? 'long-title' : 'long-title long-title-cut'}>
      <Title title={title} />
      <button type="button" className="quiet-button small" onClick={() => setWholeTitle(isWhole ? undefined : title)}>
        {isWhole ? 'Show less' : 'Show the whole title'}
      </button>
    </div>
  );
}

function Title({ title }: { title: string }) {
  return <PageTitle documentTitle={title}>{linkedText(title)}</PageTitle>;
}
