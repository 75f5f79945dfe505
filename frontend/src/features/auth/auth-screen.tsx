import { useLogin, useRegister } from '@ecom-crm/openapi/auth/auth';
import type { CredentialsDto, UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { Button, Form } from 'antd';
// One by one: `Input` would bring the text area, the search box and the rest of its family with it.
import Input from 'antd/es/input/Input';
import PasswordInput from 'antd/es/input/Password';
import { useState } from 'react';
import { faultyFields, generalFault, isUnreached, serverMessage, UNREACHED } from '../../components/lib/api-errors';
import { formRules } from '../../components/form/form-rules';
import { idempotency, newIdempotencyKey } from '../../components/lib/idempotency';
import { PageTitle } from '../../components/ui/page-title';
import { toast } from '../../components/toasts/toast-store';
import './auth.css';

type Mode = 'login' | 'register';

const credentialFields = ['email', 'password'] as const;

const texts = {
  login: {
    title: 'Login',
    toggle: "Don't have an account? Register",
    done: 'Logged in successfully',
    failed: 'Login failed',
    autoComplete: 'current-password',
  },
  register: {
    title: 'Register',
    toggle: 'Already have an account? Login',
    done: 'Registered successfully',
    failed: 'Registration failed',
    autoComplete: 'new-password',
  },
} as const;

interface AuthScreenProps {
  sessionEnded: boolean;
  onSignedIn: (user: UserDto) => void;
}

/** Signs a person in or registers them. */
export default function AuthScreen({ sessionEnded, onSignedIn }: AuthScreenProps) {
  const [invite] = useState(() => new URLSearchParams(window.location.search).get('invite') ?? undefined);
  const [mode, setMode] = useState<Mode>(invite ? 'register' : 'login');
  return (
    <div className="auth">
      <main className="auth-form">
        <div className="auth-box">
          {/* The style sheet paints the name where there is no panel. */}
          <p className="auth-brand" data-name="Ecom CRM Platform">
            <img src="/favicon.svg" alt="" width={32} height={32} />
          </p>
          <PageTitle>{texts[mode].title}</PageTitle>
          {sessionEnded && (
            <p className="auth-notice" role="status">
              Your session has ended. Sign in again to go on where you were; what you typed into a record or a response
              is still there.
            </p>
          )}
          <CredentialsForm mode={mode} invite={invite} onSignedIn={onSignedIn} />
          <Button type="link" block onClick={() => setMode(mode === 'login' ? 'register' : 'login')}>
            {texts[mode].toggle}
          </Button>
        </div>
      </main>
      <SidePanel />
    </div>
  );
}

interface CredentialsFormProps {
  mode: Mode;
  /** What an invitation link ends with; counts when registering. */
  invite: string | undefined;
  onSignedIn: (user: UserDto) => void;
}

function CredentialsForm({ mode, invite, onSignedIn }: CredentialsFormProps) {
  const [form] = Form.useForm<CredentialsDto>();
  const text = texts[mode];
  const mutation = {
    onSuccess: (user: UserDto) => {
      toast({ title: 'Success', description: text.done });
      onSignedIn(user);
    },
    onError: (error: unknown) => {
      form.setFields(faultyFields(error, credentialFields));
      // The form says whether the server was reached.
      const description = serverMessage(error instanceof TypeError ? undefined : error);
      toast({ title: text.failed, description, variant: 'destructive' });
    },
  };
  const [request] = useState(() => ({ headers: idempotency(newIdempotencyKey()) }));
  const calls = { login: useLogin({ mutation }), register: useRegister({ mutation, request }) };
  const call = calls[mode];

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      scrollToFirstError={{ focus: true }}
      onFinish={(data) => {
        if (!call.isPending) call.mutate({ data: mode === 'register' && invite ? { ...data, invite } : data });
      }}
    >
      <Form.Item
        name="email"
        label="Email"
        validateFirst
        normalize={(value?: string) => value?.trim()}
        rules={formRules(rules.CredentialsDto.email)}
      >
        <Input autoFocus inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="password" label="Password" validateFirst rules={formRules(rules.CredentialsDto.password)}>
        <PasswordInput autoComplete={text.autoComplete} />
      </Form.Item>
      {call.isError && <Refusal error={call.error} />}
      <Button type="primary" htmlType="submit" block loading={call.isPending}>
        {text.title}
      </Button>
    </Form>
  );
}

/** Stays where the person looks, after the toast has gone. */
function Refusal({ error }: { error: unknown }) {
  const unreached = navigator.onLine ? UNREACHED : 'You are offline.';
  const text = isUnreached(error) ? unreached : generalFault(error, credentialFields);
  return text && <p className="form-refusal">{text}</p>;
}

function SidePanel() {
  return (
    <aside className="auth-panel" aria-label="About">
      <div>
        <h2 className="auth-panel-title">Ecom CRM Platform</h2>
        <p className="auth-panel-text">
          A platform for managing e-commerce customer relationships, product registrations and support inquiries.
        </p>
      </div>
    </aside>
  );
}
