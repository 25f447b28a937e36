-- How a company writes what it reads; 0 Sunday, 1 Monday. Amounts and stored temperatures (Celsius) are not converted.
alter table company add column first_weekday smallint not null default 0 check (first_weekday in (0, 1));
alter table company add column measure_units text not null default 'metric' check (measure_units in ('metric', 'us'));
alter table company add column currency text check (currency ~ '^[A-Z]{3}$');
