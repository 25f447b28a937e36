-- Access: who comes in and how, who belongs to what, what a company is allowed, the record, and mail.

-- Directory: companies ---------------------------------------------------------------------------------------------------

-- Address and contact are set by the operator of the installation. Flags: name -> true or a value; absent is off.
alter table company
  add column street_address text,
  add column zip_code text,
  add column poc_phone_number text,
  add column poc_email text,
  add column flags jsonb not null default '{}',
  -- Set: nobody of it comes in, and nothing of its devices is taken.
  add column suspended_at bigint,
  -- Set: all of it is removed then.
  add column delete_due_at bigint,
  add check (delete_due_at is null or suspended_at is not null);

-- Directory: people ------------------------------------------------------------------------------------------------------

alter table app_user
  -- E.164
  add column phone text,
  add column theme text not null default 'dark' check (theme in ('dark', 'light')),
  -- Shift number -> colour '#rrggbb'; null: those of the product.
  add column shift_colors jsonb,
  add column default_company_id bigint references company,
  -- When mail to this address was seen to reach the person, or the operator of the installation vouched for it; null: never.
  add column email_proven_at bigint,
  add column password_changed_at bigint;

-- What somebody wants to be told about one company.
alter table membership
  add column weekly_report_enabled boolean not null default false,
  -- 0 Sunday to 6
  add column daily_report_days smallint[] not null default '{}',
  add column report_org_unit_id bigint,
  -- Minutes after midnight, both or neither; neither: all hours.
  add column alerts_enabled_min smallint check (alerts_enabled_min between 0 and 1435),
  add column alerts_disabled_min smallint check (alerts_disabled_min between 0 and 1435),
  add check ((alerts_enabled_min is null) = (alerts_disabled_min is null));

-- Somebody who was known when a company added them: a member once they accept. Its id is taken from the sequence of users,
-- so that the company cannot tell it from a new one's.
create table invitation (
  invitation_id bigint primary key,
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  -- As the company wrote them; the person's own are theirs.
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('user', 'admin', 'superuser')),
  created_at bigint not null,
  unique (company_id, user_id)
);
create index invitation_of_user on invitation (user_id);

-- Directory: ways in -----------------------------------------------------------------------------------------------------

-- A display on a wall or at a machine: reads one page, and gives reasons or scrap where it may. Its sessions end by revocation.
create table kiosk (
  kiosk_id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 120),
  page text not null check (page in ('operator', 'machine', 'unit', 'wall')),
  -- The machine of an operator or machine page, the unit of the others.
  equipment_id bigint,
  org_unit_id bigint,
  may_give_reasons boolean not null,
  may_count_scrap boolean not null,
  created_by bigint references app_user,
  created_at bigint not null,
  revoked_at bigint,
  check ((equipment_id is null) <> (org_unit_id is null))
);
create index kiosk_of_company on kiosk (company_id);

alter table session
  alter column user_id drop not null,
  add column kiosk_id bigint references kiosk,
  add column ip text,
  add column user_agent text,
  add check ((user_id is null) <> (kiosk_id is null));
create index session_of_kiosk on session (kiosk_id) where kiosk_id is not null and ended_at is null;
create index session_expiring on session (expires_at);

-- One-time codes, kept as hashes. Of a password reset: which user; of a handoff: as whom the browser goes on; of a claim: which
-- machine the device is for.
create table one_time_code (
  code_hash bytea primary key,
  kind text not null check (kind in ('reset', 'handoff', 'claim')),
  company_id bigint references company,
  user_id bigint references app_user,
  kiosk_id bigint references kiosk,
  equipment_id bigint,
  -- The session that asked for a handoff: the code dies with it.
  session_id bigint,
  created_by bigint references app_user,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check (kind <> 'reset' or user_id is not null),
  check (kind <> 'claim' or (company_id is not null and equipment_id is not null)),
  check (kind <> 'handoff' or (company_id is not null and (user_id is null) <> (kiosk_id is null)))
);
create index one_time_code_of_user on one_time_code (user_id, created_at);
create index one_time_code_expiring on one_time_code (expires_at);

-- How often something was tried within a window of time, by all servers: `key` is a keyed hash of what is counted.
create table attempt (
  key bytea not null,
  window_at bigint not null,
  count integer not null,
  primary key (key, window_at)
);
create index attempt_old on attempt (window_at);

-- A company's own programs.
create table api_key (
  api_key_id bigint generated always as identity primary key,
  company_id bigint not null references company,
  key_hash bytea not null unique,
  name text not null check (length(name) between 1 and 120),
  -- null: every call that only reads and is open to regular users; else the operations it may do.
  operations text[],
  created_by bigint references app_user,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  last_used_at bigint
);
create index api_key_of_company on api_key (company_id);

-- After a rotation the key before is taken for a while.
alter table device_directory
  add column previous_key_hash bytea,
  add column previous_key_until bigint;

-- Directory: mail --------------------------------------------------------------------------------------------------------

-- Mail to be sent and sent. The text goes once it is sent, but for the demo's catcher.
create table mail (
  mail_id bigint generated always as identity primary key,
  -- null: it concerns a person, not a company.
  company_id bigint references company,
  idempotency_key text not null unique,
  recipient text not null,
  subject text not null,
  body text,
  created_at bigint not null,
  due_at bigint not null,
  attempts integer not null default 0,
  sent_at bigint,
  failed_at bigint,
  last_error text
);
create index mail_due on mail (due_at) where sent_at is null and failed_at is null;

-- Tenant tables ----------------------------------------------------------------------------------------------------------

create table roster (
  company_id bigint not null references company,
  roster_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  created_at bigint not null,
  primary key (company_id, roster_id)
);
create unique index roster_name on roster (company_id, lower(name));

create table roster_user (
  company_id bigint not null,
  roster_user_id bigint generated always as identity,
  roster_id bigint not null,
  -- Of a member, or the invitation of somebody who has not accepted yet: nobody can tell them apart by it.
  user_id bigint not null,
  send_email boolean not null,
  send_sms boolean not null,
  created_at bigint not null,
  primary key (company_id, roster_user_id),
  unique (company_id, roster_id, user_id),
  foreign key (company_id, roster_id) references roster (company_id, roster_id) on delete cascade
);
create index roster_user_of_user on roster_user (company_id, user_id);

-- Re-encoded by us; served to members only.
create table company_logo (
  company_id bigint not null references company,
  media_type text not null check (media_type in ('image/png', 'image/webp')),
  content bytea not null check (length(content) <= 262144),
  content_hash text not null,
  updated_at bigint not null,
  primary key (company_id)
);

create table addin (
  company_id bigint not null references company,
  addin_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  icon_url text,
  index_url text not null,
  equipment_enabled boolean not null,
  org_unit_enabled boolean not null,
  created_at bigint not null,
  primary key (company_id, addin_id)
);

-- What broke on a page: where in the program, never what was on the page.
create table client_error (
  company_id bigint not null references company,
  client_error_id bigint generated always as identity,
  occurred_at bigint not null,
  user_id bigint,
  version text not null,
  route text not null,
  message text not null,
  stack text,
  browser text,
  primary key (company_id, client_error_id)
);
create index client_error_by_time on client_error (company_id, occurred_at);

-- Who did it, where it was no person.
alter table audit_entry
  add column actor text not null default 'user' check (actor in ('user', 'kiosk', 'api_key', 'device', 'system')),
  add column actor_id bigint;
create index audit_entry_by_time on audit_entry (company_id, occurred_at, audit_entry_id);

-- Companies with messages nobody was told of, for the mail pump: it must ask before a company is known.
create index outbox_waiting on outbox (company_id, outbox_id) where sent_at is null;
create function outbox_companies() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct company_id from outbox where sent_at is null
$$;
revoke all on function outbox_companies() from public;
grant execute on function outbox_companies() to millwatch_app;
-- It runs as the owner, whom the forced policies bind too.
create policy tell_in_all on outbox for select to current_user using (true);

-- The program that asked for a job.
alter table job add column api_key_id bigint;

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on invitation, kiosk, one_time_code, attempt, api_key, mail to millwatch_app;
-- Ids of people are taken before it is known whether there will be a new one.
grant usage on sequence app_user_user_id_seq to millwatch_app;
grant select, insert, update, delete on roster, roster_user, company_logo, addin, client_error to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['roster', 'roster_user', 'company_logo', 'addin', 'client_error'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;

-- Removing a company -----------------------------------------------------------------------------------------------------

-- Removes every row of every table that is a company's, and the people who are in no other; says how many rows of what went.
-- Which tables these are, and in which order, the catalogue says: one that is added later cannot be forgotten. The app may
-- have it done (it cannot touch the record otherwise), for a company that is suspended and due only.
create function remove_company(doomed bigint, now_ms bigint) returns table (removed_table text, removed_rows bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  remaining text[];
  people bigint[];
  found_key record;
  sweep integer;
begin
  perform 1 from company c where c.company_id = doomed and c.suspended_at is not null and c.delete_due_at <= now_ms for update;
  if not found then raise exception 'company % is not due to be removed', doomed; end if;
  perform set_config('millwatch.company_id', doomed::text, true);
  -- What is being stored of its devices ends first; what comes after finds no machine.
  perform 1 from machine_state m where m.company_id = doomed for update;
  perform 1 from device_tally d where d.company_id = doomed for update;
  people := array(select m.user_id from membership m where m.company_id = doomed
    union select i.user_id from invitation i where i.company_id = doomed);
  -- Who points at it without being its own: a default company, say.
  for found_key in
    select k.conrelid::regclass as "table", a.attname as "column" from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'company'::regclass and a.attname <> 'company_id'
  loop
    execute format('update %s set %I = null where %I = $1', found_key."table", found_key."column", found_key."column") using doomed;
  end loop;

  -- Twice: what was under way when the first sweep came by is found by the second.
  for sweep in 1..2 loop
    remaining := array(select c.relname::text from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (sweep = 2 or c.relname <> 'company') order by 1);
    while cardinality(remaining) > 0 loop
      -- One that none of the others refers to.
      select t into removed_table from unnest(remaining) t where not exists (
        select 1 from pg_constraint k join pg_class f on f.oid = k.conrelid
        where k.contype = 'f' and k.confrelid = to_regclass(format('public.%I', t)) and f.relname = any(remaining) and f.relname <> t
      ) limit 1;
      if not found then raise exception 'tables refer to each other: %', remaining; end if;
      execute format('delete from %I where company_id = $1', removed_table) using doomed;
      get diagnostics removed_rows = row_count;
      if removed_rows > 0 then return next; end if;
      remaining := array_remove(remaining, removed_table);
    end loop;
  end loop;

  if to_regclass('pgboss.job') is not null then
    execute $queue$delete from pgboss.job where data ->> 'companyId' = $1$queue$ using doomed::text;
  end if;

  people := array(select p from unnest(people) p where not exists (select 1 from membership m where m.user_id = p)
    and not exists (select 1 from invitation i where i.user_id = p));
  delete from mail m using app_user u where m.company_id is null and m.recipient = u.email and u.user_id = any(people);
  delete from one_time_code o where o.user_id = any(people);
  delete from session s where s.user_id = any(people);
  for found_key in
    select k.conrelid::regclass as "table", a.attname as "column" from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'app_user'::regclass and a.attname <> 'user_id'
  loop
    execute format('update %s set %I = null where %I = any($1)', found_key."table", found_key."column", found_key."column") using people;
  end loop;
  delete from app_user u where u.user_id = any(people);
  removed_table := 'app_user';
  get diagnostics removed_rows = row_count;
  if removed_rows > 0 then return next; end if;
end $$;
revoke all on function remove_company(bigint, bigint) from public;
grant execute on function remove_company(bigint, bigint) to millwatch_app;
