-- Second factors of people: secrets of authenticator apps, and recovery codes.

create table second_factor (
  user_id bigint primary key references app_user on delete cascade,
  -- AES-256-GCM under the secret `second_factor` of the installation; bound to the person.
  secret bytea not null,
  created_at bigint not null,
  -- Null: no code has confirmed it yet, and it does not count.
  confirmed_at bigint,
  -- Step of the last accepted code (RFC 6238); no code of this step or an earlier one is accepted.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  -- SHA-256 of the person and the code, which has 80 random bits.
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);

grant select, insert, update, delete on second_factor, recovery_code to millwatch_app;

-- True: admins and superusers of the company must have a second factor.
alter table company add column second_factor_required boolean not null default false;
