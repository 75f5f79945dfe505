import { useChangePassword } from '@ecom-crm/openapi/auth/auth';
import type { ChangePasswordDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { getListSessionsQueryKey } from '@ecom-crm/openapi/sessions/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import PasswordInput from 'antd/es/input/Password';
import { useState } from 'react';
import { FormFailure } from '../../components/form/form-failure';
import { formRules } from '../../components/form/form-rules';
import { faultyFields, isAnswerLost } from '../../components/lib/api-errors';
import { sameValues } from '../../components/lib/same-values';
import { useIsThere } from '../../components/lib/use-is-there';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';

const FIELDS = ['currentPassword', 'newPassword'] as const;

/** Changes one's own password. */
export function PasswordForm({ email }: { email: string }) {
  const [form] = Form.useForm<ChangePasswordDto>();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const [isPerhapsChanged, setPerhapsChanged] = useState(false);
  const change = useChangePassword({
    mutation: {
      // What was typed is not kept.
      gcTime: 0,
      onSuccess: (_answer, { data }) => {
        // What was typed since stays. A reset would take the focus out of the fields.
        if (sameValues(form.getFieldsValue(), data)) form.setFieldsValue({ currentPassword: '', newPassword: '' });
        setPerhapsChanged(false);
        void queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() });
        toast({ title: 'Success', description: 'Password changed. You are logged out everywhere else.' });
      },
      onMutate: () => navigator.onLine,
      onError: (error, _sent, wasOnline) => {
        if (isThere.current) form.setFields(faultyFields(error, FIELDS));
        else toastFailure(error);
        // Sent again, a change that was made is refused: the former password is no longer the current one.
        if (wasOnline && isAnswerLost(error)) setPerhapsChanged(true);
      },
    },
  });
  return (
    <section className="card staff-card">
      <h2>Password</h2>
      <p className="muted">A new password logs you out everywhere else. Access tokens go on.</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={(data) => change.mutate({ data })}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        <PasswordField name="newPassword" label="New password" autoComplete="new-password" />
        <FormFailure error={change.error} fields={FIELDS} />
        {isPerhapsChanged && <p>Your password may have been changed already. If it was, the new one is valid.</p>}
        <Button htmlType="submit" loading={change.isPending}>
          Change password
        </Button>
      </Form>
    </section>
  );
}

interface PasswordFieldProps {
  name: (typeof FIELDS)[number];
  label: string;
  autoComplete: string;
}

function PasswordField({ name, label, autoComplete }: PasswordFieldProps) {
  return (
    <Form.Item name={name} label={label} validateFirst rules={formRules(rules.ChangePasswordDto[name])}>
      <PasswordInput autoComplete={autoComplete} />
    </Form.Item>
  );
}
