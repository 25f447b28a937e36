-- Instant (epoch ms) at which a person had a message to a webhook tried again, since when its attempts count; null: never.
alter table notice_message add column retried_at bigint;
