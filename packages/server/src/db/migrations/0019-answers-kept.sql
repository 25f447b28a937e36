-- Answers of calls that were sent with an idempotency key: the same call sent again gets its answer and does nothing.

create table call_answer (
  company_id bigint not null references company,
  -- Caller: `user/7`, `kiosk/3`, `api_key/2`.
  principal text not null,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  -- Operation and hash of the request, so that a key is not used for two different calls.
  operation text not null,
  request_hash text not null,
  -- null only inside the transaction that makes the call.
  answer jsonb,
  created_at bigint not null,
  primary key (company_id, principal, idempotency_key)
);
create index call_answer_age on call_answer (company_id, created_at);

-- Third right of a kiosk display: to start, update and end runs.
alter table kiosk add column may_set_runs boolean not null default false;

grant select, insert, update, delete on call_answer to millwatch_app;
alter table call_answer enable row level security;
alter table call_answer force row level security;
create policy own_company on call_answer using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
