import type { NewTokenDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { getListTokensQueryKey, useCreateToken } from '@ecom-crm/openapi/tokens/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useNavigate } from 'react-router-dom';
import { faultyFields } from '../../components/lib/api-errors';
import { sameValues } from '../../components/lib/same-values';
import { useIsThere } from '../../components/lib/use-is-there';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';
import { Time } from '../../components/ui/time-ago';
import { CopyField } from '../../components/ui/copy-field';
import { FormFailure } from '../../components/form/form-failure';
import { LineField } from '../../components/form/text-fields';
import { TOKENS_PATH } from './token-paths';

interface Values {
  name: string;
  days: string;
}

const FIELDS = ['name', 'days'] as const;
const LIFETIMES = [
  { days: '7', label: '7 days' },
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: 'A year' },
];
const NO_VALUES: Values = { name: '', days: '90' };

interface FormProps {
  /** Apart from the request: it is to stay until the next one is made, or it is revoked. */
  made: NewTokenDto | undefined;
  onMade: (token: NewTokenDto) => void;
}

/** Makes a token, and shows it this once. */
export function TokenForm({ made, onMade }: FormProps) {
  const [form] = Form.useForm<Values>();
  const isThere = useIsThere();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useCreateToken({
    mutation: {
      // The secret is not kept longer than it is shown.
      gcTime: 0,
      onSuccess: (token) => {
        if (isThere.current) return onMade(token);
        toast({
          description: `“${token.name}” was created after you left, so you have not seen it. Revoke it and create another.`,
          action: { label: 'Open', onClick: () => void navigate(TOKENS_PATH) },
        });
      },
      onError: (error) => {
        if (isThere.current) form.setFields(faultyFields(error, FIELDS));
        else toastFailure(error);
      },
      // Also after an error: a token whose answer was lost is there.
      onSettled: () => void queryClient.invalidateQueries({ queryKey: getListTokensQueryKey() }),
    },
  });
  function save(values: Values) {
    const data = { name: values.name.trim(), days: Number(values.days) };
    // What was typed since stays. A reset would take the focus out of the fields.
    const onSuccess = () => sameValues(form.getFieldsValue(), values) && form.setFieldsValue(NO_VALUES);
    create.mutate({ data }, { onSuccess });
  }
  return (
    <>
      <Form form={form} layout="vertical" className="card token-form" initialValues={NO_VALUES} onFinish={save}>
        <LineField name="name" label="Name" rules={rules.CreateTokenDto.name} placeholder="e.g. Shopify sync" />
        <Form.Item name="days" label="Expires after">
          <select className="plain-input token-days">
            {LIFETIMES.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        </Form.Item>
        <FormFailure error={create.error} fields={FIELDS} />
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          Create token
        </Button>
      </Form>
      <div role="status">{made && <NewToken key={made.id} made={made} />}</div>
    </>
  );
}

function NewToken({ made: { name, token, expiresAt } }: { made: NewTokenDto }) {
  const label = (
    <>
      “{name}”, valid until <Time time={expiresAt} />. Copy it now: it is not shown again.
    </>
  );
  return (
    <div className="card token-form">
      <CopyField id="new-token" label={label} value={token} noun="token" />
    </div>
  );
}
