-- A person is invited by mail, and sets a password of their own by its link. The link dies with the invitation.
alter table one_time_code drop constraint one_time_code_kind_check;
alter table one_time_code add constraint one_time_code_kind_check check (kind in ('reset', 'handoff', 'claim', 'invite'));
alter table one_time_code add check (kind <> 'invite' or (company_id is not null and user_id is not null));
-- Instant of the last mail about an invitation; null: it was not made by mail, and nobody in the company sees that it is open.
alter table invitation add column mailed_at bigint;
