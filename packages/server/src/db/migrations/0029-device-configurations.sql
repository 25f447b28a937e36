-- Configuration of each device as it was last sent to it, and as the device last confirmed it.

create table device_config (
  company_id bigint not null,
  device_id bigint not null,
  sent jsonb not null,
  -- When this configuration was sent for the first time.
  sent_at bigint not null,
  confirmed jsonb,
  confirmed_at bigint,
  primary key (company_id, device_id),
  check ((confirmed is null) = (confirmed_at is null)),
  foreign key (company_id, device_id) references device (company_id, device_id)
);

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on device_config to millwatch_app;
alter table device_config enable row level security;
alter table device_config force row level security;
create policy own_company on device_config using (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint))
  with check (company_id = (select nullif(current_setting('millwatch.company_id', true), '')::bigint));
