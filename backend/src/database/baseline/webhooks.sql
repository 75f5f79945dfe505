-- Webhooks and what was sent to them.
-- All changes up to `position` were delivered.
CREATE TABLE webhooks (
  id serial PRIMARY KEY,
  url text NOT NULL,
  kinds text[],
  operations text[],
  active boolean NOT NULL DEFAULT true,
  secret text NOT NULL,
  position bigint NOT NULL,
  failing_since timestamptz,
  created_by_id integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A delivery holds the changes after `after` up to `until`, of the kinds and operations wanted when it was made.
CREATE TABLE webhook_deliveries (
  id serial PRIMARY KEY,
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id integer NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  after bigint NOT NULL,
  until bigint NOT NULL,
  changes integer NOT NULL,
  kinds text[],
  operations text[],
  is_replay boolean NOT NULL DEFAULT false,
  is_pending boolean NOT NULL DEFAULT true,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  tried_at timestamptz,
  next_at timestamptz NOT NULL DEFAULT now(),
  status integer,
  error text
);
CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, id) WHERE is_pending;
-- One batch at a time, even if two processes send at once.
CREATE UNIQUE INDEX webhook_deliveries_next ON webhook_deliveries (webhook_id) WHERE is_pending AND NOT is_replay;
