import type { JsonObject } from '#core/json/json.js';

/** Builds a field of a definition file. */
export const field = (FieldName: string, FieldType: string, more: object = {}): JsonObject => ({
  FieldName,
  FieldType,
  ...more,
});

/** Builds a relation of a definition file. */
export const relation = (
  Name: string,
  ParentEntity: string,
  ChildEntity: string,
  ChildField: string,
  OnDelete: string,
): JsonObject => ({ Name, ParentEntity, ChildEntity, ChildField, OnDelete });
