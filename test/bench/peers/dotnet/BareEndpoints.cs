using Microsoft.AspNetCore.SignalR;
using Npgsql;

namespace Peer;

/// <summary>Endpoints on Npgsql alone: no mapper, one round trip each.</summary>
public static class BareEndpoints
{
    private const string Columns =
        """
        "CustomerNumber", "Name", "TaxId", "Email", "Phone", "Segment", "CreditLimit", "IsActive", "OnboardedOn",
        "Preferences", "ErpId", "RegionId", "ParentCustomerId", "AccountManagerId", "OpenBalance", "Id",
        "RecordInformationId", "StatusId", "OwnerId", "OwnerTeamId", "TenantId", "AppId", "EnvironmentId", "CreatedBy",
        "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted"
        """;

    private const string ById =
        $"""SELECT {Columns} FROM peer."Customers" WHERE "Id" = $1 AND "OwnerId" = $2 AND NOT "IsDeleted" """;

    private const string Matches =
        """FROM peer."Customers" WHERE "Phone" = $1 AND "OwnerId" = $2 AND NOT "IsDeleted" """;

    private const string Insert =
        """
        INSERT INTO peer."Customers" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "TenantId", "AppId",
          "EnvironmentId", "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "Name", "TaxId", "Email", "Phone", "Segment",
          "CreditLimit", "IsActive", "OnboardedOn", "RegionId", "OpenBalance", "RowVersion", "IsDeleted")
        SELECT $1, $2, $3, $4, $5, $6, $7, $3, $8, $3, $8, $9, $10, $11, $12, $13, $14, $15, $16, r."Id", 0, 1, false
        FROM peer."Regions" r WHERE r."Id" = $17 AND NOT r."IsDeleted"
        RETURNING "CustomerNumber"
        """;

    public static void Map(RouteGroupBuilder api)
    {
        api.MapPost("/queries/select", SelectAsync);
        api.MapPost("/records/insert", InsertAsync);
    }

    private static async Task<Answer<List<Customer>>> SelectAsync(
        SelectBody body, Caller caller, NpgsqlDataSource database)
    {
        var filter = body.WhereClause.Filters.Single();
        var pager = body.Pager ?? new(1, 50);
        await using var batch = database.CreateBatch();
        if (filter.FieldName == "Id")
        {
            Add(batch, ById, filter.Value.GetGuid(), caller.Id);
        }
        else
        {
            var phone = filter.Value.GetString()!;
            Add(batch, $"""SELECT {Columns} {Matches} ORDER BY "Name", "Id" LIMIT $3 OFFSET $4""",
                phone, caller.Id, pager.PageSize, (pager.PageNumber - 1) * pager.PageSize);
            Add(batch, $"SELECT count(*) {Matches}", phone, caller.Id);
        }
        await using var reader = await batch.ExecuteReaderAsync();
        var rows = new List<Customer>();
        while (await reader.ReadAsync()) rows.Add(Read(reader));
        var isCounted = await reader.NextResultAsync() && await reader.ReadAsync();
        return new() { Result = rows, TotalRecords = isCounted ? (int)reader.GetInt64(0) : rows.Count };
    }

    private static async Task<Answer<Customer>> InsertAsync(
        InsertBody body, Caller caller, NpgsqlDataSource database, IHubContext<NotificationHub> hub)
    {
        var c = CustomerRules.New(caller, DateTime.UtcNow);
        foreach (var (field, value) in body.Fields) CustomerRules.Assign(c, field, value);
        var faults = CustomerRules.Faults(c).ToList();
        if (faults.Count > 0) throw new BadHttpRequestException(string.Join(' ', faults));
        await using var batch = database.CreateBatch();
        Add(batch, Insert, c.Id, c.RecordInformationId, c.OwnerId, c.OwnerTeamId, c.TenantId, c.AppId, c.EnvironmentId,
            c.CreatedOn, c.Name, c.TaxId, OrNull(c.Email), OrNull(c.Phone), c.Segment, c.CreditLimit, c.IsActive,
            OrNull(c.OnboardedOn), c.RegionId);
        c.CustomerNumber = (string?)await batch.ExecuteScalarAsync()
            ?? throw new BadHttpRequestException("RegionId names no region.");
        var correlationId = Guid.CreateVersion7();
        await NotificationHub.CreatedAsync(hub, c, correlationId);
        return new() { Result = c, RecordAffected = 1, TotalRecords = 1, CorrelationId = correlationId };
    }

    private static object OrNull(object? value) => value ?? DBNull.Value;

    private static void Add(NpgsqlBatch batch, string text, params object[] values)
    {
        var command = new NpgsqlBatchCommand(text);
        foreach (var value in values) command.Parameters.Add(new() { Value = value });
        batch.BatchCommands.Add(command);
    }

    private static Customer Read(NpgsqlDataReader row) => new()
    {
        CustomerNumber = row.GetString(0),
        Name = row.GetString(1),
        TaxId = row.GetString(2),
        Email = Text(row, 3),
        Phone = Text(row, 4),
        Segment = row.GetString(5),
        CreditLimit = row.GetDecimal(6),
        IsActive = row.GetBoolean(7),
        OnboardedOn = row.IsDBNull(8) ? null : row.GetFieldValue<DateOnly>(8),
        Preferences = Text(row, 9),
        ErpId = Id(row, 10),
        RegionId = row.GetGuid(11),
        ParentCustomerId = Id(row, 12),
        AccountManagerId = Id(row, 13),
        OpenBalance = row.GetDecimal(14),
        Id = row.GetGuid(15),
        RecordInformationId = row.GetGuid(16),
        StatusId = Id(row, 17),
        OwnerId = row.GetGuid(18),
        OwnerTeamId = row.GetGuid(19),
        TenantId = row.GetGuid(20),
        AppId = row.GetGuid(21),
        EnvironmentId = row.GetGuid(22),
        CreatedBy = row.GetGuid(23),
        CreatedOn = row.GetDateTime(24),
        UpdatedBy = row.GetGuid(25),
        UpdatedOn = row.GetDateTime(26),
        RowVersion = row.GetInt64(27),
        IsDeleted = row.GetBoolean(28),
    };

    private static string? Text(NpgsqlDataReader row, int column) => row.IsDBNull(column) ? null : row.GetString(column);

    private static Guid? Id(NpgsqlDataReader row, int column) => row.IsDBNull(column) ? null : row.GetGuid(column);
}
