-- The way in which a person reads dates and times; null: that of the browser.

alter table app_user
  -- BCP 47 tag, such as de-DE.
  add column locale text,
  -- Hours of the clock; null: those of the locale.
  add column clock_hours smallint check (clock_hours in (12, 24));
