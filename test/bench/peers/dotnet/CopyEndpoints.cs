using Npgsql;
using NpgsqlTypes;

namespace Peer;

/// <summary>Bulk inserts by COPY, with or without change rows.</summary>
public static class CopyEndpoints
{
    private const string CustomerColumns =
        """
        COPY peer."Customers" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "TenantId", "AppId", "EnvironmentId",
          "CreatedBy", "CreatedOn", "UpdatedBy", "UpdatedOn", "CustomerNumber", "Name", "TaxId", "Email", "Phone", "Segment",
          "CreditLimit", "IsActive", "OnboardedOn", "RegionId", "OpenBalance", "RowVersion", "IsDeleted") FROM STDIN (FORMAT BINARY)
        """;

    private const string ChangeColumns =
        """
        COPY peer."Changes" ("Id", "Entity", "Operation", "UserId", "OccurredAt", "RecordId", "New") FROM STDIN (FORMAT BINARY)
        """;

    private const string Numbers = $"SELECT {PeerContext.NextNumber} FROM generate_series(1, $1)";

    public static void Map(RouteGroupBuilder api, bool isLogged) => api.MapPost(
        "/records/bulk-insert",
        (BulkBody body, Caller caller, NpgsqlDataSource database) => InsertAsync(body, caller, database, isLogged));

    private static async Task<Answer<int>> InsertAsync(
        BulkBody body, Caller caller, NpgsqlDataSource database, bool isLogged)
    {
        var customers = Draft(body, caller);
        await using var connection = await database.OpenConnectionAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await CheckRegionsAsync(customers, connection);
        await NumberAsync(customers, connection);
        await CopyCustomersAsync(customers, connection);
        if (isLogged) await CopyChangesAsync(customers, connection);
        await transaction.CommitAsync();
        return new() { Result = customers.Length, RecordAffected = customers.Length, CorrelationId = Guid.CreateVersion7() };
    }

    private static Customer[] Draft(BulkBody body, Caller caller)
    {
        var now = DateTime.UtcNow;
        return Array.ConvertAll(body.Values, values =>
        {
            var customer = CustomerRules.New(caller, now);
            for (var i = 0; i < values.Length; i++) CustomerRules.Assign(customer, body.Fields[i], values[i]);
            var faults = CustomerRules.Faults(customer).ToList();
            return faults.Count == 0 ? customer : throw new BadHttpRequestException(string.Join(' ', faults));
        });
    }

    private static async Task CheckRegionsAsync(Customer[] customers, NpgsqlConnection connection)
    {
        var ids = customers.Select(c => c.RegionId).Distinct().ToArray();
        await using var command = new NpgsqlCommand(
            """SELECT count(*) FROM peer."Regions" WHERE "Id" = ANY ($1) AND NOT "IsDeleted" """, connection);
        command.Parameters.Add(new() { Value = ids });
        if ((long)(await command.ExecuteScalarAsync())! != ids.Length)
            throw new BadHttpRequestException("RegionId names no region.");
    }

    private static async Task NumberAsync(Customer[] customers, NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand(Numbers, connection);
        command.Parameters.Add(new() { Value = customers.Length });
        await using var reader = await command.ExecuteReaderAsync();
        for (var i = 0; await reader.ReadAsync(); i++) customers[i].CustomerNumber = reader.GetString(0);
    }

    private static async Task CopyCustomersAsync(Customer[] customers, NpgsqlConnection connection)
    {
        await using var copy = await connection.BeginBinaryImportAsync(CustomerColumns);
        foreach (var c in customers)
        {
            await copy.StartRowAsync();
            foreach (var id in (ReadOnlySpan<Guid>)[c.Id, c.RecordInformationId, c.OwnerId, c.OwnerTeamId, c.TenantId, c.AppId, c.EnvironmentId])
                copy.Write(id, NpgsqlDbType.Uuid);
            await copy.WriteAsync(c.CreatedBy, NpgsqlDbType.Uuid);
            await copy.WriteAsync(c.CreatedOn, NpgsqlDbType.TimestampTz);
            await copy.WriteAsync(c.UpdatedBy, NpgsqlDbType.Uuid);
            await copy.WriteAsync(c.UpdatedOn, NpgsqlDbType.TimestampTz);
            await copy.WriteAsync(c.CustomerNumber, NpgsqlDbType.Text);
            await copy.WriteAsync(c.Name, NpgsqlDbType.Varchar);
            await copy.WriteAsync(c.TaxId, NpgsqlDbType.Varchar);
            await copy.WriteAsync(c.Email, NpgsqlDbType.Varchar);
            await copy.WriteAsync(c.Phone, NpgsqlDbType.Varchar);
            await copy.WriteAsync(c.Segment, NpgsqlDbType.Text);
            await copy.WriteAsync(c.CreditLimit, NpgsqlDbType.Numeric);
            await copy.WriteAsync(c.IsActive, NpgsqlDbType.Boolean);
            await copy.WriteAsync(c.OnboardedOn, NpgsqlDbType.Date);
            await copy.WriteAsync(c.RegionId, NpgsqlDbType.Uuid);
            await copy.WriteAsync(c.OpenBalance, NpgsqlDbType.Numeric);
            await copy.WriteAsync(c.RowVersion, NpgsqlDbType.Bigint);
            await copy.WriteAsync(c.IsDeleted, NpgsqlDbType.Boolean);
        }
        await copy.CompleteAsync();
    }

    private static async Task CopyChangesAsync(Customer[] customers, NpgsqlConnection connection)
    {
        await using var copy = await connection.BeginBinaryImportAsync(ChangeColumns);
        foreach (var customer in customers)
        {
            var change = EntityFrameworkEndpoints.ChangeOf(customer);
            await copy.StartRowAsync();
            await copy.WriteAsync(change.Id, NpgsqlDbType.Uuid);
            await copy.WriteAsync(change.Entity, NpgsqlDbType.Text);
            await copy.WriteAsync(change.Operation, NpgsqlDbType.Text);
            await copy.WriteAsync(change.UserId, NpgsqlDbType.Uuid);
            await copy.WriteAsync(change.OccurredAt, NpgsqlDbType.TimestampTz);
            await copy.WriteAsync(change.RecordId, NpgsqlDbType.Uuid);
            await copy.WriteAsync(change.New, NpgsqlDbType.Jsonb);
        }
        await copy.CompleteAsync();
    }
}
