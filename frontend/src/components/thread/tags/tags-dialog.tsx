import { CloseOutlined } from '@ant-design/icons';
import { useRef, useState } from 'react';
import { KeyboardHint } from '../../commands/keyboard-hint';
import { FailedState } from '../../ui/feedback';
import { ModalDialog } from '../../ui/modal-dialog';
import { TagForm, type TagFormProps } from './tag-form';
import { TagPill } from './tag-pill';
import './tags-dialog.css';
import { useTags } from './use-tags';

/** All tags; each opens a form that changes or deletes it. */
export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const { all, error, readAgain } = useTags();
  const [opened, setOpened] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  function toggle(id: number) {
    setOpened(id === opened ? undefined : id);
    setSaid('');
  }
  function closeForm() {
    // The focus would be lost with the form.
    list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setOpened(undefined);
  }
  const isFormOpen = all?.some(({ id }) => id === opened);
  return (
    <ModalDialog
      label="Edit tags"
      className="tags-dialog"
      onClose={onClose}
      onCancel={isFormOpen ? closeForm : onClose}
    >
      <div className="tags-head">
        <h2>Edit tags</h2>
        <button type="button" className="icon-button hover-fill" aria-label="Close" onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      {!all && error && <FailedState text="Failed to fetch the tags" error={error} onRetry={() => void readAgain()} />}
      {all?.length === 0 && (
        <p className="tags-none muted">
          No tags yet. Press <KeyboardHint keys="t" /> on a question or problem to add one.
        </p>
      )}
      <ul ref={list} className="tags-list">
        {all?.map((tag) => (
          <TagRow
            key={tag.id}
            tag={tag}
            all={all}
            isOpen={tag.id === opened}
            onToggle={() => toggle(tag.id)}
            onClose={closeForm}
            onSaved={(name) => setSaid(`Tag “${name}” saved`)}
            onDeleted={onClose}
          />
        ))}
      </ul>
      {/* A toast is behind the dialog. */}
      <p role="status" className="tags-said small muted">
        {said}
      </p>
    </ModalDialog>
  );
}

interface TagRowProps extends TagFormProps {
  isOpen: boolean;
  onToggle: () => void;
}

function TagRow({ isOpen, onToggle, ...form }: TagRowProps) {
  const { tag } = form;
  return (
    <li>
      <button type="button" className="tags-row hover-fill" aria-expanded={isOpen} onClick={onToggle}>
        <TagPill tag={tag} />
        <span className="small muted" dir="auto">
          {tag.group}
        </span>
      </button>
      {isOpen && <TagForm {...form} />}
    </li>
  );
}
