import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import { changedFields, type ChangedField } from '#definitions/core/migration/changed-fields.js';
import { fixtureCatalogue, fixtureEntity } from '../../../support/fixture-catalogue.js';
import { allAtOnce } from '#core/steps.js';

/** A change of a field of Customer. @param old what of its definition was different */
export const changed = (name: string, old: JsonObject): readonly ChangedField[] =>
  allAtOnce(
    changedFields(fixtureCatalogue.entities.values(), [
      {
        entityName: 'Field',
        operation: 'Update',
        id: fixtureEntity('Customer').fields.get(name.toLowerCase())!.id,
        old: new Definition(old),
        new: new Definition({}),
      },
    ]),
  );
