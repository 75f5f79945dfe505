import type { PersonDto, UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { useChangeCurrentUser, useListUsers } from '@ecom-crm/openapi/users/users';
import { Button, Form } from 'antd';
import { FormFailure } from '../../components/form/form-failure';
import { LineField } from '../../components/form/text-fields';
import { faultyFields } from '../../components/lib/api-errors';
import { useIsThere } from '../../components/lib/use-is-there';
import { Avatar, displayName } from '../../components/people/person';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { FailedState } from '../../components/ui/feedback';
import { useShowPerson } from './use-show-person';

const FIELDS = ['name'] as const;

/** Who one is to colleagues. */
export function Profile({ user: { id, email } }: { user: UserDto }) {
  // Read once for the whole page, as for what names people.
  const { data, error, isError, refetch } = useListUsers({ query: { staleTime: Infinity } });
  const person = data?.find((one) => one.id === id);
  return (
    <section className="card staff-card">
      <h2>Profile</h2>
      <p className="staff-who">
        <Avatar id={id} /> {email}
      </p>
      <div className="staff-name">
        {person ? (
          <NameForm person={person} />
        ) : isError ? (
          <FailedState text="Could not load your profile" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingCard label="Loading your profile" />
        )}
      </div>
    </section>
  );
}

function NameForm({ person }: { person: PersonDto }) {
  const [form] = Form.useForm<{ name: string }>();
  const isThere = useIsThere();
  const showPerson = useShowPerson();
  const change = useChangeCurrentUser({
    mutation: {
      onSuccess: async (changed, { data }) => {
        await showPerson(changed);
        // Not what was typed since.
        if (form.getFieldValue('name') === data.name) form.setFieldsValue({ name: changed.name ?? '' });
        toast({ title: 'Success', description: changed.name ? 'Display name saved' : 'Display name removed' });
      },
      onError: (error) => {
        if (isThere.current) form.setFields(faultyFields(error, FIELDS));
        else toastFailure(error);
      },
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ name: person.name ?? '' }}
      onFinish={({ name }) => change.mutate({ data: { name } })}
    >
      <LineField
        name="name"
        label="Display name"
        rules={rules.ChangeUserDto.name}
        placeholder={displayName({ ...person, name: null })}
      />
      <FormFailure error={change.error} fields={FIELDS} />
      <Button htmlType="submit" loading={change.isPending}>
        Save name
      </Button>
    </Form>
  );
}
