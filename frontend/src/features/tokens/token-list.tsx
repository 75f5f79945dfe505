import type { TokenDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListTokensQueryKey, useListTokens, useRevokeToken } from '@ecom-crm/openapi/tokens/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef } from 'react';
import { hasStatus, serverMessage } from '../../components/lib/api-errors';
import { BackLink } from '../../components/ui/back-link';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { Time } from '../../components/ui/created-at';
import { toastFailure } from '../../components/ui/failure-toast';
import { PageTitle } from '../../components/ui/page-title';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { toast } from '../../components/ui/toast-store';
import { useConfirm } from '../../components/ui/use-confirm';
import { TokenForm } from './token-form';
import './tokens.css';

/** One's access tokens: makes, lists and revokes them. */
export function TokenList() {
  return (
    <div className="tokens">
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Access tokens</PageTitle>
      <p className="muted">
        A program that has one of your tokens acts on your behalf. The history of each record names the token.
      </p>
      <TokenForm />
      <Tokens />
    </div>
  );
}

function Tokens() {
  // No live event says when a token was last used.
  const { data, error, isError, refetch } = useListTokens({ query: { refetchOnMount: 'always' } });
  const heading = useRef<HTMLHeadingElement>(null);
  const [revoke, dialog] = useRevoke(() => heading.current?.focus());
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        Your tokens
      </h2>
      {data ? (
        <TokenCards tokens={data} onRevoke={revoke} />
      ) : isError ? (
        <FailedState text="Failed to fetch your tokens" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard label="Loading your tokens" />
      )}
      {dialog}
    </section>
  );
}

function TokenCards({ tokens, onRevoke }: { tokens: TokenDto[]; onRevoke: (token: TokenDto) => void }) {
  if (tokens.length === 0) return <EmptyState text="No access tokens yet" />;
  return (
    <ul className="stack">
      {tokens.map((token) => (
        <TokenCard key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
}

function TokenCard({ token, onRevoke }: { token: TokenDto; onRevoke: () => void }) {
  const { name, createdAt, expiresAt, lastUsedAt } = token;
  const id = useId();
  const isOver = new Date(expiresAt) <= new Date();
  return (
    <li className="card token">
      <div>
        <h3 id={id}>{name}</h3>
        <p className="muted">
          {isOver ? 'Expired' : 'Expires'} <Time time={expiresAt} />, made <Time time={createdAt} />
        </p>
        <p className="muted">
          {lastUsedAt ? 'Last used ' : 'Never used'}
          {lastUsedAt && <Time time={lastUsedAt} />}
        </p>
      </div>
      <Button danger aria-describedby={id} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

/** Revokes a token after a question; `onRevoked` is called when its button is gone. */
function useRevoke(onRevoked: () => void) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useRevokeToken();
  const [ask, dialog] = useConfirm();

  async function send(id: number) {
    try {
      await mutateAsync({ id });
    } catch (error) {
      // Revoked already, in another tab.
      if (!hasStatus(error, 404))
        return toastFailure(error, { title: 'Error', description: serverMessage(error, 'Failed to revoke the token') });
    }
    await queryClient.invalidateQueries({ queryKey: getListTokensQueryKey() });
    toast({ title: 'Success', description: 'Token revoked' });
  }

  function revoke({ id, name }: TokenDto) {
    const content = 'Programs that use it are refused at once. This cannot be undone.';
    const isGone = () => !document.activeElement?.closest('.token');
    void ask({
      title: `Revoke “${name}”?`,
      content,
      okText: 'Revoke',
      cancelText: 'Cancel',
      okButtonProps: { danger: true },
      onOk: () => send(id),
      afterClose: () => isGone() && onRevoked(),
    });
  }
  return [revoke, dialog] as const;
}
