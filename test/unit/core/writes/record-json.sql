-- JSON of a whole record in the row @, by entity, as a statement of the platform writes it.
-- Lines of an entity are joined by a blank.

-- Region
(((('{"Name":' || to_json(@."Name")::text || ',"Id":' || ('"' || @."Id"::text || '"')) || (',"RecordInformationId":'
|| ('"' || @."RecordInformationId"::text || '"') || ',"StatusId":' || COALESCE(('"' || @."StatusId"::text
|| '"'), 'null'))) || ((',"OwnerId":' || ('"' || @."OwnerId"::text || '"') || ',"OwnerTeamId":' || COALESCE(('"'
|| @."OwnerTeamId"::text || '"'), 'null')) || (',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"'
|| ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"'))) || (((',"EnvironmentId":'
|| '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":' || ('"' || @."CreatedBy"::text || '"'))
|| (',"CreatedOn":' || ('"' || replace((@."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":'
|| ('"' || @."UpdatedBy"::text || '"'))) || ((',"UpdatedOn":' || ('"'
|| replace((@."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":' || @."RowVersion"::text)
|| (',"IsDeleted":' || @."IsDeleted"::text || '}'))))

-- Customer
((((('{"Name":' || to_json(@."Name")::text || ',"RegionId":') || (COALESCE(('"' || @."RegionId"::text || '"'), 'null')
|| ',"Grade":')) || ((COALESCE(to_json(@."Grade")::text, 'null') || ',"Code":'
|| COALESCE(to_json(@."Code")::text, 'null')) || (',"Id":' || ('"' || @."Id"::text || '"'))))
|| (((',"RecordInformationId":' || ('"' || @."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"'
|| @."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || @."OwnerId"::text || '"') || ',"OwnerTeamId":'
|| COALESCE(('"' || @."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
|| (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
|| (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
|| @."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
|| replace((@."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"'
|| @."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
|| replace((@."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')) || (@."RowVersion"::text
|| ',"IsDeleted":' || @."IsDeleted"::text || '}'))))

-- Order
((((('{"Number":' || COALESCE(to_json(@."Number")::text, 'null') || ',"CustomerId":') || (('"' || @."CustomerId"::text
|| '"') || ',"BillToId":')) || ((COALESCE(('"' || @."BillToId"::text || '"'), 'null') || ',"Title":'
|| COALESCE(to_json(@."Title")::text, 'null')) || (',"Id":' || ('"' || @."Id"::text || '"'))))
|| (((',"RecordInformationId":' || ('"' || @."RecordInformationId"::text || '"') || ',"StatusId":') || (COALESCE(('"'
|| @."StatusId"::text || '"'), 'null') || ',"OwnerId":')) || (('"' || @."OwnerId"::text || '"') || ',"OwnerTeamId":'
|| COALESCE(('"' || @."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":')))
|| (((('"d0000000-0000-4000-8000-000000000001"' || ',"AppId":' || '"a0000000-0000-4000-8000-000000000002"')
|| (',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"')) || (',"CreatedBy":' || ('"'
|| @."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
|| replace((@."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"'))) || (((',"UpdatedBy":' || ('"'
|| @."UpdatedBy"::text || '"') || ',"UpdatedOn":') || (('"'
|| replace((@."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":')) || (@."RowVersion"::text
|| ',"IsDeleted":' || @."IsDeleted"::text || '}'))))

-- Line
((((('{"OrderId":' || ('"' || @."OrderId"::text || '"') || ',"Quantity":') || (COALESCE(@."Quantity"::text, 'null')
|| ',"Id":')) || (('"' || @."Id"::text || '"') || ',"RecordInformationId":' || ('"' || @."RecordInformationId"::text
|| '"') || ',"StatusId":')) || ((COALESCE(('"' || @."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"'
|| @."OwnerId"::text || '"') || ',"OwnerTeamId":') || (COALESCE(('"' || @."OwnerTeamId"::text || '"'), 'null')
|| ',"TenantId":' || '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":')))
|| ((('"a0000000-0000-4000-8000-000000000002"' || ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"'
|| ',"CreatedBy":') || (('"' || @."CreatedBy"::text || '"') || ',"CreatedOn":' || ('"'
|| replace((@."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"UpdatedBy":')) || ((('"'
|| @."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
|| replace((@."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":') || (@."RowVersion"::text
|| ',"IsDeleted":' || @."IsDeleted"::text || '}'))))

-- Tag
((((('{"RegionId":' || COALESCE(('"' || @."RegionId"::text || '"'), 'null') || ',"Label":')
|| (COALESCE(to_json(@."Label")::text, 'null') || ',"Id":')) || (('"' || @."Id"::text || '"')
|| ',"RecordInformationId":' || ('"' || @."RecordInformationId"::text || '"') || ',"StatusId":')) || ((COALESCE(('"'
|| @."StatusId"::text || '"'), 'null') || ',"OwnerId":' || ('"' || @."OwnerId"::text || '"') || ',"OwnerTeamId":')
|| (COALESCE(('"' || @."OwnerTeamId"::text || '"'), 'null') || ',"TenantId":'
|| '"d0000000-0000-4000-8000-000000000001"' || ',"AppId":'))) || ((('"a0000000-0000-4000-8000-000000000002"'
|| ',"EnvironmentId":' || '"e0000000-0000-4000-8000-000000000003"' || ',"CreatedBy":') || (('"' || @."CreatedBy"::text
|| '"') || ',"CreatedOn":' || ('"' || replace((@."CreatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"')
|| ',"UpdatedBy":')) || ((('"' || @."UpdatedBy"::text || '"') || ',"UpdatedOn":' || ('"'
|| replace((@."UpdatedOn" AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z"') || ',"RowVersion":') || (@."RowVersion"::text
|| ',"IsDeleted":' || @."IsDeleted"::text || '}'))))
