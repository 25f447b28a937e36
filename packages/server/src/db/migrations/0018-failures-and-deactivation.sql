-- Reasons that mark a stop as a failure, and when tags and reasons were deactivated.

-- MTBF and MTTR count the stops with such a reason.
alter table status_reason add column failure boolean not null default false;

-- null: it is active.
alter table status_reason add column deactivated_at bigint;
alter table tag add column deactivated_at bigint;

-- The forced policies bind the owner, too.
alter table status_reason no force row level security;
alter table tag no force row level security;
alter table audit_entry no force row level security;

-- The audit log has the instants; an entry that it lacks counts from the last known change.
update tag t set deactivated_at = coalesce((select max(a.occurred_at) from audit_entry a
  where a.company_id = t.company_id and a.subject = 'tag/' || t.tag_id and a.operation = 'tag.update'
    and a.before ->> 'active' = 'true' and a.after ->> 'active' = 'false'), t.updated_at) where not t.active;
update status_reason r set deactivated_at = coalesce((select max(a.occurred_at) from audit_entry a
  where a.company_id = r.company_id and a.subject = 'reason/' || r.status_reason_id and a.operation = 'reason.update'
    and a.before ->> 'active' = 'true' and a.after ->> 'active' = 'false'), r.created_at) where not r.active;

alter table status_reason force row level security;
alter table tag force row level security;
alter table audit_entry force row level security;

alter table status_reason add constraint deactivated_is_inactive check (active = (deactivated_at is null));
alter table tag add constraint deactivated_is_inactive check (active = (deactivated_at is null));
