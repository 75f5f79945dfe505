import type { LinkedProductDto, UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListLinkedProducts } from '@ecom-crm/openapi/links/links';
import { useReadUpdate } from '@ecom-crm/openapi/updates/updates';
import type { RecordRef } from '../../components/record/record-types';
import { AnswerItems } from './answer-items';
import { AnswerTextField, useAnswerText } from './answer-text';
import { ItemsFailed } from './items-failed';
import { productsOf } from './item-filter';
import './answers.css';

/** Answers open questions and problems with the text of an update: first those about its products, where it has some. */
export function Panel({ recordId: updateId }: RecordRef) {
  const { data: update } = useReadUpdate(updateId);
  const { data: links, error, refetch } = useListLinkedProducts('updates', updateId);
  // Where reading again failed, what was chosen stays.
  if (error && !links) return <ItemsFailed error={error} onRetry={() => void refetch()} />;
  const linked = links?.filter(({ state }) => state === 'linked');
  return linked && update && <Answer update={update} links={linked} />;
}

function Answer({ update, links }: { update: UpdateDto; links: LinkedProductDto[] }) {
  const text = useAnswerText(update);
  return (
    <div className="answer-panel">
      <p className="muted">Each chosen item gets this text as a response. You can undo all of it with one click.</p>
      <AnswerTextField text={text} />
      <AnswerItems key={productsOf(links)} updateId={update.id} links={links} text={text} />
    </div>
  );
}
