-- Pictures are files of the restaurant's folder. Until now a document said of which pieces the server composes its picture;
-- each of these becomes the file that the demo has for it. A start looks which of the files are there.

update settings
   set document = document || jsonb_build_object('hero', jsonb_build_object('file', 'hero.avif'))
 where not document ? 'hero';

update categories
   set document = document - 'plate'
       || case when listed
          then jsonb_build_object('picture', jsonb_build_object('file', 'category-' || id || '.avif'))
          else '{}' end
 where document ? 'plate';

update items
   set document = document - 'plate' || jsonb_build_object('picture', jsonb_build_object('file', id || '.avif'))
 where document ? 'plate';

update home
   set document = jsonb_set(document, '{slides}', coalesce((
     select jsonb_agg(
              case when slide ? 'plate'
              then slide - 'plate'
                   || jsonb_build_object('picture', jsonb_build_object('file', 'slide-' || (slide ->> 'id') || '.avif'))
              else slide end
              order by place)
       from jsonb_array_elements(document -> 'slides') with ordinality as slides (slide, place)), '[]'));

-- A photo's alt text becomes its picture's.
create function pg_temp.with_file(entry jsonb) returns jsonb language sql as $$
  select entry - 'plate' - 'alt' || jsonb_build_object('picture',
    jsonb_strip_nulls(jsonb_build_object('file', 'farm-' || (entry ->> 'id') || '.avif', 'alt', entry -> 'alt')))
$$;

create function pg_temp.with_files(entries jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(pg_temp.with_file(entry) order by place), '[]')
    from jsonb_array_elements(entries) with ordinality as each (entry, place)
$$;

update farm
   set document = document - 'plate' || jsonb_build_object(
     'hero', jsonb_build_object('file', 'farm-hero.avif'),
     'features', pg_temp.with_files(document -> 'features'),
     'gallery', pg_temp.with_files(document -> 'gallery'),
     'videoOffer', document -> 'videoOffer' || jsonb_build_object('picture', jsonb_build_object('file', 'farm-video-offer.avif')))
 where document ? 'plate';

update farm set document = document #- '{videoOffer,plate}';
