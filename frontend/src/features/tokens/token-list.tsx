import type { NewTokenDto, TokenDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListTokensQueryKey, useListTokens, useRevokeToken } from '@ecom-crm/openapi/tokens/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { hasStatus, serverMessage } from '../../components/lib/api-errors';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { toastFailure } from '../../components/toasts/failure-toast';
import { Time, TimeAgo } from '../../components/ui/time-ago';
import { ScreenHead } from '../../components/ui/screen-head';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { toast } from '../../components/toasts/toast-store';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { TokenForm } from './token-form';
import './tokens.css';

/** One's access tokens: makes, lists and revokes them. */
export function TokenList() {
  const [made, setMade] = useState<NewTokenDto>();
  return (
    <div className="tokens">
      <ScreenHead back="/" backLabel="Dashboard" title="Access tokens" />
      <p className="muted">
        Programs can use the API as you with a token. Histories show which token was used. The{' '}
        <a href="/docs" target="_blank" rel="noreferrer">
          API documentation
        </a>{' '}
        says how to send it and lists every call.
      </p>
      <TokenForm made={made} onMade={setMade} />
      <Tokens onRevoked={(id) => setMade((shown) => (shown?.id === id ? undefined : shown))} />
    </div>
  );
}

function Tokens({ onRevoked }: { onRevoked: (id: number) => void }) {
  // No live event says when a token was last used.
  const { data, error, isError, refetch } = useListTokens({ query: { refetchOnMount: 'always' } });
  const heading = useRef<HTMLHeadingElement>(null);
  const [revoke, dialog] = useRevoke(onRevoked, () => heading.current?.focus());
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
    <ul className="card token-rows">
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
    <li className="token">
      <div>
        <h3 id={id}>{name}</h3>
        <p className="small muted">
          {isOver ? 'Expired' : 'Expires'} <Time time={expiresAt} /> · created <TimeAgo time={createdAt} /> ·{' '}
          {lastUsedAt ? 'last used ' : 'never used'}
          {lastUsedAt && <TimeAgo time={lastUsedAt} />}
        </p>
      </div>
      <Button size="small" type="text" danger aria-describedby={id} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

/** Revokes a token after a question; `onGone` is called when its button is gone. */
function useRevoke(onRevoked: (id: number) => void, onGone: () => void) {
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
    onRevoked(id);
    await queryClient.invalidateQueries({ queryKey: getListTokensQueryKey() });
    toast({ title: 'Success', description: 'Token revoked' });
  }

  function revoke({ id, name }: TokenDto) {
    const content = 'Programs using it lose access at once. This cannot be undone.';
    const isGone = () => !document.activeElement?.closest('.token');
    void ask({
      title: `Revoke “${name}”?`,
      content,
      okText: 'Revoke',
      cancelText: 'Cancel',
      okButtonProps: { danger: true },
      onOk: () => send(id),
      afterClose: () => isGone() && onGone(),
    });
  }
  return [revoke, dialog] as const;
}
