import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { useChangeCurrentUser } from '@ecom-crm/openapi/users/users';
import { Button, Form } from 'antd';
import { FormFailure } from '../../components/form/form-failure';
import { LineField } from '../../components/form/text-fields';
import { faultyFields } from '../../components/lib/api-errors';
import { Avatar, displayName, usePeople } from '../../components/people/person';
import { toast } from '../../components/ui/toast-store';
import { useShowPerson } from './use-show-person';

const FIELDS = ['name'] as const;

/** What colleagues call one. */
export function DisplayName({ userId }: { userId: number }) {
  const person = usePeople().byId?.get(userId);
  return (
    <section className="card account-card">
      <h2>Display name</h2>
      <p className="muted">Colleagues see it beside what you write. Without one they see your e-mail.</p>
      {person && <NameForm person={person} />}
    </section>
  );
}

function NameForm({ person }: { person: PersonDto }) {
  const [form] = Form.useForm<{ name: string }>();
  const showPerson = useShowPerson();
  const change = useChangeCurrentUser({
    mutation: {
      onSuccess: (changed) => {
        showPerson(changed);
        form.setFieldsValue({ name: changed.name ?? '' });
        toast({ title: 'Success', description: changed.name ? 'Display name saved' : 'Display name removed' });
      },
      onError: (error) => form.setFields(faultyFields(error, FIELDS)),
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ name: person.name ?? '' }}
      onFinish={({ name }) => change.mutate({ data: { name } })}
    >
      <div className="account-name">
        <Avatar id={person.id} />
        <LineField
          name="name"
          label="Display name"
          rules={rules.ChangeUserDto.name}
          placeholder={displayName({ ...person, name: null })}
        />
      </div>
      <FormFailure error={change.error} fields={FIELDS} />
      <Button htmlType="submit" loading={change.isPending}>
        Save name
      </Button>
    </Form>
  );
}
