import type { ChangeTagDto, TagDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { getListTagsQueryKey, useChangeTag } from '@ecom-crm/openapi/tags/tags';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { FormFailure } from '../../form/form-failure';
import { formRules } from '../../form/form-rules';
import { LineField } from '../../form/text-fields';
import { faultyFields } from '../../lib/api-errors';
import { useIsThere } from '../../lib/use-is-there';
import { invalidateRecords } from '../../live/invalidation';
import { totalText } from '../../list/head/use-totals';
import { toastFailure } from '../../toasts/failure-toast';
import { tagColors } from '../queue/queue-api';
import { TagPill } from './tag-pill';
import { countTagged, useTagDeletion } from './use-tag-deletion';

const FIELDS = ['name', 'color', 'group'] as const;

export interface TagFormProps {
  tag: TagDto;
  all: TagDto[];
  /** Not called once the form is closed. */
  onClose: () => void;
  onSaved: (name: string) => void;
  /** Not called once the form is closed. */
  onDeleted: () => void;
}

/** Renames a tag, gives it another color or group, or deletes it. */
export function TagForm({ tag, all, onClose, onSaved, onDeleted }: TagFormProps) {
  // What was on the screen when the form was opened: what a colleague changes since stays, unless it is changed here.
  const [{ id, name, color, group }] = useState(tag);
  const shown = { name, color, group: group ?? '' };
  const groups = useId();
  const [form] = Form.useForm<typeof shown>();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const change = useChangeTag({
    mutation: {
      onSuccess: async (saved) => {
        // Only the tags are read again at once: the queue behind the dialog stays where it is.
        void invalidateRecords(queryClient, [{ kind: 'tag', recordId: id }], { refetchType: 'none' });
        await queryClient.invalidateQueries({ queryKey: getListTagsQueryKey() });
        if (isThere.current) onClose();
        onSaved(saved.name);
      },
      onError: (error) => {
        if (isThere.current) form.setFields(faultyFields(error, FIELDS));
        else toastFailure(error);
      },
    },
  });
  function save(values: typeof shown) {
    const changed = FIELDS.filter((field) => values[field] !== shown[field]).map((field) => [field, values[field]]);
    change.mutate({ id, data: Object.fromEntries(changed) as ChangeTagDto });
  }
  return (
    <Form form={form} name="tag" layout="vertical" className="tags-form" initialValues={shown} onFinish={save}>
      <LineField name="name" label="Name" rules={{ ...rules.ChangeTagDto.name, required: true }} autoFocus />
      <Form.Item name="color">
        <ColorChoice />
      </Form.Item>
      <Form.Item name="group" label="Group" rules={formRules(rules.ChangeTagDto.group)}>
        <Input autoComplete="off" dir="auto" list={groups} />
      </Form.Item>
      <datalist id={groups}>
        {[...new Set(all.flatMap((one) => one.group ?? []))].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <FormFailure error={change.error} fields={FIELDS} />
      <div className="tags-buttons">
        <DeleteTag tag={tag} onDeleted={onDeleted} />
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** The control of a field of the form, which gives it its value. */
function ColorChoice({ value, onChange }: { value?: string; onChange?: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset className="tags-colors">
      <legend>Color</legend>
      {tagColors.map((color) => (
        <label key={color}>
          <input type="radio" name={name} checked={color === value} onChange={() => onChange?.(color)} />{' '}
          <TagPill tag={{ name: color.charAt(0).toUpperCase() + color.slice(1), color }} />
        </label>
      ))}
    </fieldset>
  );
}

function DeleteTag({ tag, onDeleted }: { tag: TagDto; onDeleted: () => void }) {
  const { remove, isPending, error } = useTagDeletion();
  const isThere = useIsThere();
  const [isCounting, setCounting] = useState(false);
  const [question, setQuestion] = useState<string>();
  async function ask() {
    setCounting(true);
    const count = await countTagged(tag.id).catch(() => undefined);
    setCounting(false);
    setQuestion(
      count
        ? `Questions and problems that lose it: ${totalText(count)}.`
        : 'It leaves all questions and problems that have it.',
    );
  }
  async function press() {
    if (question === undefined) return ask();
    try {
      await remove(tag);
      if (isThere.current) onDeleted();
    } catch (failure) {
      if (!isThere.current) toastFailure(failure);
    }
  }
  return (
    <>
      <p role="alert">{question}</p>
      <FormFailure error={error} fields={[]} />
      <Button danger type="text" loading={isCounting || isPending} onClick={() => void press()}>
        {question === undefined ? 'Delete tag' : 'Delete for all'}
      </Button>
    </>
  );
}
