using System.Text.Json;
using System.Text.Json.Serialization;
using Generated;

// Calls routes of the service at args[0] with the token args[1]; prints the name of each call that succeeded.
var http = new HttpClient { BaseAddress = new Uri(args[0] + "/") };
http.DefaultRequestHeaders.Add("Authorization", $"Bearer {args[1]}");
http.DefaultRequestHeaders.Add("TenantId", "Northgate");
http.DefaultRequestHeaders.Add("AppId", "OrderToCash");
http.DefaultRequestHeaders.Add("EnvironmentId", "Development");
var client = new ServiceClient(http);
var noRecord = Guid.Parse("00000000-0000-4000-8000-00000000e0a1");
var order = Guid.Parse("3d960502-dfae-4da6-b1af-b0f48b304f88");
var customer = Guid.Parse("ca1f151d-33b0-4b34-bdaf-4ced3e48255a");
var none = new WhereClause { Filters = [new Filter { FieldName = "Id", Operator = "EqualTo", Value = noRecord, ValueType = 1 }] };

async Task Call(string name, Func<Task> call)
{
    try
    {
        await call();
        Console.WriteLine(name);
    }
    catch (ApiException<Problem> error)
    {
        throw new InvalidOperationException($"{name}: {string.Join(" ", error.Result.Errors)}");
    }
}

async Task Missing(string name, Func<Task> call)
{
    try
    {
        await call();
    }
    catch (ApiException error) when (error.StatusCode == 404)
    {
        Console.WriteLine(name);
        return;
    }
    throw new InvalidOperationException($"{name}: not 404");
}

await Call("insert", () => client.InsertRecordAsync(body: new InsertRequest
{
    EntityName = CreatableEntity.Customer,
    Fields =
    [
        new FieldAssignment { FieldName = "Name", Value = "Fabrikam" },
        new FieldAssignment { FieldName = "TaxId", Value = "DE900000002" },
        new FieldAssignment { FieldName = "RegionId", Value = new { Match = new { FieldName = "Code", Value = "NO" } } },
    ],
    Options = new InsertOptions { DryRun = true },
}));
await Call("update", () => client.UpdateRecordsAsync(body: new UpdateRequest
{
    EntityName = UpdatableEntity.Customer,
    Fields = [new FieldAssignment { FieldName = "Phone", Value = "+49 40 123456" }],
    WhereClause = none,
}));
await Call("delete", () => client.DeleteRecordsAsync(body: new DeleteRequest { EntityName = DeletableEntity.Note, WhereClause = none }));
await Call("select", () => client.SelectRecordsAsync(body: new SelectRequest { EntityName = ReadableEntity.Customer }));
await Call("batch", () => client.RunBatchAsync(body: new BatchRequest
{
    Steps = [new DeleteStep { Operation = DeleteStepOperation.Delete, EntityName = DeletableEntity.Note, WhereClause = none }],
}));
await Call("upsert", () => client.UpsertRecordAsync(body: new UpsertRequest
{
    EntityName = UpsertableEntity.Customer,
    MatchOn = ["TaxId"],
    // A member that is null is left out; this one clears the field.
    Fields = [new UpsertAssignment { FieldName = "TaxId", Value = "DE811111111" }, new UpsertAssignment { FieldName = "Phone", Value = Json.Null }],
    Options = new UpsertOptions { DryRun = true },
}));
await Call("bulk", () => client.BulkInsertRecordsAsync(body: new BulkInsertRequest
{
    EntityName = CreatableEntity.Customer,
    Fields = ["Name", "TaxId", "RegionId"],
    Values = [["Litware", "DE900000021", new { Match = new { FieldName = "Code", Value = "NO" } }]],
    Options = new BulkInsertOptions { DryRun = true },
}));
await Call("run", async () =>
{
    var answer = await client.RunCustomerCustomersBySegmentAsync(body: new CustomerCustomersBySegmentRunRequest
    {
        Reqtokens = new Reqtokens { Segments = new[] { "Retail" } },
    });
    string name = answer.Result.First().Name;
    if (string.IsNullOrEmpty(name)) throw new InvalidOperationException("The row has no name.");
});
await Call("runByName", () => client.RunSavedQueryByNameAsync("Customer", "CustomersWithoutOrders"));
await Call("runById", () => client.RunSavedQueryByIdAsync(
    Guid.Parse("28dd1dba-b07d-41e8-9332-f888302d4b3e"),
    body: new RunQueryRequest { Reqtokens = new Dictionary<string, object> { ["Segments"] = "Retail" } }));
await Call("list", () => client.GetListAsync(entityName: ReadableEntity.Customer));
await Call("access", () => client.GetAccessAsync());
await Call("explanation", () => client.ExplainAccessAsync("Customer", Operation.Read));
await Call("permissions", () => client.GetPermissionsAsync());
await Call("me", () => client.GetMeAsync());
await Call("entities", () => client.GetEntitiesAsync());
await Call("entity", () => client.GetEntityAsync("Customer"));
await Call("environments", () => client.GetEnvironmentsAsync());
await Call("queries", () => client.GetSavedQueriesAsync());
await Call("workflows", () => client.GetWorkflowsAsync());
await Call("history", () => client.GetRecordHistoryAsync("Customer", customer));
await Call("inbox", () => client.GetInboxAsync());
await Call("description", () => client.GetApiDescriptionAsync(version: Generated.Version._3_0));
await Call("metrics", () => client.GetMetricsAsync());
await Call("live", () => client.GetLivenessAsync());
await Call("ready", () => client.GetReadinessAsync());
await Call("studio", () => client.GetStudioConfigAsync());
await Call("statuses", () => client.GetAvailableStatusesAsync(recordId: order));
await Call("move", () => client.UpdateStatusAsync(order, "d18886d9-75d0-46ef-b514-919cd0584541", body: new MoveRequest { Options = new WriteOptions { DryRun = true } }));
await Call("moves", () => client.UpdateStatusesAsync(body: new BulkMoveRequest { EntityName = "Order", RecordIds = [noRecord], NextStatusId = noRecord.ToString() }));
await Call("routine", () => client.ExecuteDatabaseObjectAsync(body: new ExecuteRequest
{
    ObjectName = "SleepTest", ObjectType = 2, Parameters = [new RoutineParameter { Name = "Seconds", Value = 0 }],
}));
await Missing("record", () => client.GetRecordAsync("Customer", noRecord));
await Missing("operation", () => client.GetOperationAsync(noRecord));
await Missing("workflow", () => client.ExecuteWorkflowAsync(noRecord, body: new ExecuteWorkflowRequest()));
await Missing("retry", () => client.RetryRunAsync(noRecord));
await Missing("cancel", () => client.CancelRunAsync(noRecord));
await Missing("file", () => client.GetRunFileAsync(noRecord));
await Missing("diagram", () => client.GetBlueprintDiagramAsync(noRecord));

namespace Generated
{
    /// <summary>Leaves out members without a value: the service would take null for one.</summary>
    public partial class ServiceClient
    {
        static partial void UpdateJsonSerializerSettings(JsonSerializerOptions settings) =>
            settings.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull;
    }

    public static class Json
    {
        public static readonly JsonElement Null = JsonDocument.Parse("null").RootElement;
    }
}
