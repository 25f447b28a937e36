-- Codes that browsers show to become kiosk displays, until an admin types one. No company is known before that. Both the code
-- and the secret with which the browser asks what became of it are kept as hashes.
create table kiosk_pairing (
  code_hash bytea primary key,
  secret_hash bytea not null unique,
  -- Keyed hash of the network of the browser.
  network bytea not null,
  ip text not null,
  created_at bigint not null,
  expires_at bigint not null,
  paired_at bigint
);
create index kiosk_pairing_expiring on kiosk_pairing (expires_at);
grant select, insert, update, delete on kiosk_pairing to millwatch_app;
