-- Name that people give a device; null: it has none, and is known by its uuid.
alter table device add column name text check (name <> '' and length(name) <= 120);
