-- Notifications: what the operator of the installation tells the people of a company about the product, and who has seen it.

-- One row for each company that is told: what one of them is told is behind its wall like everything else.
create table notification (
  company_id bigint not null references company,
  notification_id bigint generated always as identity,
  title text not null check (length(title) between 1 and 120),
  -- A small part of Markdown; the pages draw it, nothing is ever taken from it as markup.
  detail text not null check (length(detail) between 1 and 10000),
  created_at bigint not null,
  available_at bigint not null,
  primary key (company_id, notification_id)
);
-- For the panel: what has become available of late.
create index notification_by_time on notification (company_id, available_at);

-- Who has been shown it.
create table notification_ack (
  company_id bigint not null,
  notification_id bigint not null,
  user_id bigint not null,
  acked_at bigint not null,
  primary key (company_id, notification_id, user_id),
  foreign key (company_id, notification_id) references notification (company_id, notification_id) on delete cascade
);

-- The second wall ------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on notification, notification_ack to millwatch_app;

do $$
declare tenant text;
begin
  foreach tenant in array array['notification', 'notification_ack'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy own_company on %I using (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))
      with check (company_id = (select nullif(current_setting(''millwatch.company_id'', true), '''')::bigint))', tenant);
  end loop;
end $$;
