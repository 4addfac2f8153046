-- Names and links that the product knew of its demo are part of the restaurant's documents.
update farm set document = document || '{"shortName": "Ram Farm", "sells": "a ram"}' where not document ? 'sells';

update settings set document = document || '{"sides": "extra-sides"}'
 where not document ? 'sides' and exists (select from categories where id = 'extra-sides');

update home set document = document || '{"featured": {"to": "/menu/grills", "label": "See the grills"}}'
 where not document ? 'featured' and exists (select from categories where id = 'grills' and listed);
