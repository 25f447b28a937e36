-- Notices: messages to people and to programs of a company about alarms and runs, and their delivery.

-- Addresses of other programs that get the notices of a company. Their secrets derive from the one of the installation.
create table webhook (
  company_id bigint not null references company,
  webhook_id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  url text not null check (length(url) between 1 and 2000),
  created_at bigint not null,
  primary key (company_id, webhook_id)
);

-- A message to one person over one channel, or to one webhook. It contains one notice, or the many of a storm.
create table notice_message (
  company_id bigint not null references company,
  notice_message_id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms', 'webhook')),
  user_id bigint,
  webhook_id bigint,
  form text not null check (form in ('single', 'list', 'more_by_mail')),
  -- First of its notices, by which the rows of both tables are matched when they are written.
  first_notice_id bigint not null,
  notice_count integer not null check (notice_count > 0),
  created_at bigint not null,
  -- Instant of the next attempt, epoch ms.
  due_at bigint not null,
  -- Until then a server is sending it. Epoch ms by the clock of the database, as servers may have wrong clocks.
  leased_until bigint not null default 0,
  attempts integer not null default 0,
  sent_at bigint,
  -- Set: given up, or nobody wants it any more.
  failed_at bigint,
  last_error text,
  -- Address of the last attempt.
  recipient text,
  -- Texts, kept in a demo only.
  subject text,
  body text,
  primary key (company_id, notice_message_id),
  foreign key (company_id, webhook_id) references webhook (company_id, webhook_id) on delete cascade,
  check ((user_id is null) = (channel = 'webhook')),
  check ((webhook_id is not null) = (channel = 'webhook'))
);
create index notice_message_due on notice_message (due_at) where sent_at is null and failed_at is null;
create index notice_message_recent on notice_message (company_id, user_id, channel, created_at);
create index notice_message_of_webhook on notice_message (company_id, webhook_id) where webhook_id is not null;

-- A notice to one person over one channel, or to one webhook.
create table notice (
  company_id bigint not null references company,
  notice_id bigint generated always as identity,
  kind text not null check (kind in ('alarm', 'run')),
  -- The alarm or the run.
  subject_id bigint not null,
  -- The trip or the run, and the event of it: together they make the notice unique for its recipient.
  topic text not null,
  event text not null,
  channel text not null check (channel in ('email', 'sms', 'webhook')),
  user_id bigint,
  webhook_id bigint,
  content jsonb not null,
  created_at bigint not null,
  due_at bigint not null,
  -- First time that alert hours held it back; null: never.
  held_at bigint,
  -- True: an email in place of a text message above the limit, for a subscription by text message.
  is_instead_of_sms boolean not null default false,
  -- True: it waits for the end of a storm.
  gathered boolean not null default false,
  -- The trip is over: a notice that alert hours hold back is dropped.
  over_at bigint,
  notice_message_id bigint,
  ended_at bigint,
  outcome text check (outcome in ('sent', 'given_up', 'dropped')),
  reason text,
  primary key (company_id, notice_id),
  foreign key (company_id, notice_message_id) references notice_message (company_id, notice_message_id) on delete set null (notice_message_id),
  foreign key (company_id, webhook_id) references webhook (company_id, webhook_id) on delete cascade,
  check ((user_id is null) = (channel = 'webhook')),
  check ((webhook_id is not null) = (channel = 'webhook')),
  check ((ended_at is null) = (outcome is null))
);
create unique index notice_once on notice (company_id, topic, event, channel, coalesce(user_id, 0), coalesce(webhook_id, 0));
create index notice_waiting on notice (due_at) where notice_message_id is null and ended_at is null;
create index notice_of_subject on notice (company_id, kind, subject_id, notice_id desc);
create index notice_of_message on notice (company_id, notice_message_id) where notice_message_id is not null;
create index notice_of_webhook on notice (company_id, webhook_id) where webhook_id is not null;

-- Notices that a person stopped by the link of a mail, which needs no sign-in.
create table notice_refusal (
  company_id bigint not null references company,
  user_id bigint not null,
  kind text not null check (kind in ('alarm', 'run')),
  subject_id bigint not null,
  channel text not null check (channel in ('email', 'sms')),
  created_at bigint not null,
  primary key (company_id, user_id, kind, subject_id, channel)
);

-- Companies with notices or messages that are due, without suspended ones. The servers need them before a company is known.
create function notice_companies(at bigint) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select due.company_id from (
    select company_id from notice where due_at <= at and notice_message_id is null and ended_at is null
    union
    select company_id from notice_message where due_at <= at and sent_at is null and failed_at is null
  ) due join company using (company_id) where company.suspended_at is null
$$;
revoke all on function notice_companies(bigint) from public;
grant execute on function notice_companies(bigint) to millwatch_app;

-- Numbers for the metrics, by channel: notices that wait, the creation of the oldest that is overdue, and notices given up.
create function notice_backlog(at bigint) returns table (channel text, waiting int, oldest bigint, given_up int)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.channel, (count(*) filter (where n.ended_at is null))::int,
    min(n.created_at) filter (where n.ended_at is null and n.due_at <= at), (count(*) filter (where n.outcome = 'given_up'))::int
  from notice n where n.ended_at is null or n.outcome = 'given_up' group by n.channel
$$;
revoke all on function notice_backlog(bigint) from public;
grant execute on function notice_backlog(bigint) to millwatch_app;
create index notice_open on notice (channel) where ended_at is null or outcome = 'given_up';

-- These functions run as the owner, whom the forced policies bind too.
create policy due_in_all on notice for select to current_user using (true);
create policy due_in_all on notice_message for select to current_user using (true);

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on webhook, notice_message, notice, notice_refusal to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['webhook', 'notice_message', 'notice', 'notice_refusal'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;
