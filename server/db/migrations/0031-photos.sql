-- Photos that owners upload, each once, as it was decoded and encoded anew; its id is the SHA-256 of the file that was sent.
create table photos (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  -- WebP, at most 2,400 pixels wide and high.
  original bytea not null,
  -- The whole photo, small.
  preview bytea not null,
  width integer not null,
  height integer not null,
  -- Null of one that is transparent.
  colour text,
  -- A version of the menu names it: kept for ever, as versions are.
  used boolean not null default false,
  added_at timestamptz not null default now()
);
-- They are compressed already.
alter table photos alter original set storage external, alter preview set storage external;
create index photos_unused on photos (added_at) where not used;

-- What is shown of photos: any server finds the photo of a picture by the name in its address.
create table photo_pictures (
  name text primary key,
  photo_id text not null references photos on delete cascade,
  focus jsonb
);
create index photo_pictures_by_photo on photo_pictures (photo_id);

-- What of photos has come so far. No backup contains these two.
create table photo_uploads (
  user_id text not null,
  photo_id text not null,
  bytes integer not null,
  received integer not null default 0,
  begun_at timestamptz not null default now(),
  primary key (user_id, photo_id)
);
create index photo_uploads_by_begun_at on photo_uploads (begun_at);
create table photo_pieces (
  user_id text not null,
  photo_id text not null,
  begins integer not null,
  content bytea not null,
  primary key (user_id, photo_id, begins),
  foreign key (user_id, photo_id) references photo_uploads on delete cascade
);
alter table photo_pieces alter content set storage external;
