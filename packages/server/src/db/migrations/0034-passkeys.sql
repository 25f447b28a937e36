-- Passkeys of people (Web Authentication), which are second factors as authenticator apps are.

create table passkey (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references app_user on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  -- COSE; only the passkey has the private key.
  public_key bytea not null,
  -- Random bytes by which a passkey names its person; the same in all passkeys of the person.
  user_handle bytea not null,
  -- Host name for which the passkey was made.
  rp_id text not null,
  -- Counter at the last use; 0: the passkey does not count.
  counter bigint not null,
  is_synced boolean not null,
  transports text[] not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_of_user on passkey (user_id);

-- Challenges that a passkey has signed, so that none is accepted twice. They are deleted some time after they expire.
create table used_challenge (
  challenge_hash bytea primary key,
  expires_at bigint not null
);

-- Recovery codes belong to the person, who may have passkeys and no app.
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code add foreign key (user_id) references app_user on delete cascade;

grant select, insert, update, delete on passkey, used_challenge to millwatch_app;
