-- Reports by email are notices too: about a unit (`subject_id`), one per person and period (`topic`).
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('alarm', 'run', 'report'));
