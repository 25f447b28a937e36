-- The request to recompute a machine's status bears the word of the glossary. No data changes.

alter table machine_state rename column retell_from to recompute_from;
alter table machine_state rename column retell_cause to recompute_cause;
alter table machine_state rename column retell_by to recompute_by;
alter table machine_state rename constraint machine_state_retell_cause_check to machine_state_recompute_cause_check;
