-- A person may choose the theme of their computer.
alter table app_user drop constraint app_user_theme_check;
alter table app_user add constraint app_user_theme_check check (theme in ('dark', 'light', 'system'));
